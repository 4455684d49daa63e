// §8: errors and warnings show in this one modal, one at a time; Escape closes it.
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { Dialog } from "#web/ui/dialog.tsx";
import { closeModal, modalStore } from "#web/ui/messages.ts";
import { useStore } from "#web/ui/store.ts";
import styles from "#web/ui/error-modal.module.css";

export function ErrorModal() {
  const message = useStore(modalStore);
  if (!message) return null;
  const isError = message.kind === "error";
  return (
    <Dialog
      // A new message is a new dialog, so that it is read out again and lies on top of an open sheet.
      key={message.code}
      role="alertdialog"
      className={styles["modal"]}
      labelledBy="message-title"
      describedBy="message-text"
      onClose={closeModal}
    >
      <div className={`${styles["icon"]} ${isError ? styles["error"] : styles["warning"]}`} aria-hidden="true">
        {isError ? <IconX size={28} stroke={2.5} /> : <IconAlertTriangle size={28} stroke={2.2} />}
      </div>
      <h2 id="message-title" className={styles["title"]}>
        {isError ? "That did not work" : "Please note"}
      </h2>
      <p id="message-text" className={styles["text"]}>
        {message.text}
      </p>
      <Button fullWidth size="lg" onClick={closeModal} autoFocus>
        OK
      </Button>
    </Dialog>
  );
}
