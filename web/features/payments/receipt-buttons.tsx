// What can be done with a receipt: download, send again to the own account, print.
import { Button } from "@mantine/core";
import { IconDownload, IconMail, IconPrinter } from "@tabler/icons-react";
import { isCustomer } from "#domain/access/roles.ts";
import { useSession } from "#web/api/use-session.ts";
import { downloadReceipt, sendReceipt } from "#web/features/payments/payment-link-api.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { t } from "#web/languages/t.ts";

export function ReceiptButtons({ token }: { token: string }) {
  const { data: session } = useSession();
  return (
    <>
      <AsyncButton
        color="ink"
        size="lg"
        leftSection={<IconDownload aria-hidden="true" />}
        onPress={() => downloadReceipt(token)}
      >
        {t("Download PDF")}
      </AsyncButton>
      {session && isCustomer(session) && (
        <AsyncButton
          variant="default"
          size="lg"
          leftSection={<IconMail aria-hidden="true" />}
          onPress={async () => {
            const { recipient } = await sendReceipt(token);
            showSuccess(t("Receipt sent to {recipient}", { recipient }));
          }}
        >
          {t("Send to me")}
        </AsyncButton>
      )}
      <Button
        variant="default"
        size="lg"
        leftSection={<IconPrinter aria-hidden="true" />}
        onClick={() => globalThis.print()}
      >
        {t("Print")}
      </Button>
    </>
  );
}
