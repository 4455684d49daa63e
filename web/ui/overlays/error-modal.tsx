// §8: errors and warnings are shown one at a time in this modal; Escape closes it.
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { closeModal, modalStore } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { getSoftColours } from "#web/ui/theme/status-colours.ts";
import { Text, Title } from "#web/ui/text.tsx";
import { useStore } from "#web/store.ts";
import styles from "#web/ui/overlays/error-modal.module.css";
import { t } from "#web/languages/t.ts";

const ErrorReferenceText = ({ reference }: { reference: string }) => (
  <p>{t("Reference: {reference}", { reference })}</p>
);
const ErrorReference = lazy(() =>
  import("#web/ui/overlays/error-reference.tsx").then(
    (loaded) => ({ default: loaded.ErrorReference }),
    // The chunk may fail to load if the server is down.
    () => ({ default: ErrorReferenceText }),
  ),
);

export function ErrorModal() {
  const message = useStore(modalStore);
  if (!message) return null;
  const isError = message.kind === "error";
  return (
    <Dialog
      // A new dialog per message, so that screen readers announce it and it is above an open sheet.
      key={message.code}
      role="alertdialog"
      className={styles["modal"]}
      labelledBy="message-title"
      describedBy="message-text"
      onClose={closeModal}
    >
      <Stack>
        <div className={styles["icon"]} style={getSoftColours(isError ? "red" : "amber")} aria-hidden="true">
          {isError ? <IconX size={28} stroke={2.5} /> : <IconAlertTriangle size={28} stroke={2.2} />}
        </div>
        <Stack gap="2xs">
          <Title id="message-title" size="xl">
            {isError
              ? t("Could not complete the action")
              : message.code.startsWith("TOKEN_EXPIR")
                ? t("Session expired")
                : t("Please note")}
          </Title>
          <Text id="message-text">{t(message.text)}</Text>
        </Stack>
        {message.reference && (
          <Suspense>
            <ErrorReference reference={message.reference} />
          </Suspense>
        )}
        <Button fullWidth size="lg" onClick={closeModal} autoFocus>
          {t("OK")}
        </Button>
      </Stack>
    </Dialog>
  );
}
