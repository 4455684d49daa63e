// §2 §8 Account: another email, which is one's own once the link mailed to it was opened.
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { email, text } from "#domain/fields.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { askForEmail, giveUpEmail } from "#web/features/account/calls.ts";
import styles from "#web/features/account/account.module.css";

const fields = {
  email: email({ required: true, label: "New email" }),
  password: { ...text({ required: true, label: "Your password", max: 200 }), kind: "secret", secret: "password" },
} as const;

export function EmailCard({ pending, hasPassword }: { pending: string | null; hasPassword: boolean }) {
  const { user } = useKnownSession();
  const [isOpen, setIsOpen] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await askForEmail({ email: String(values["email"]), password: String(values["password"]) });
    setIsOpen(false);
    showSuccess("VERIFICATION_MAIL_SENT");
  }

  return (
    <Card>
      <div className={styles["head"]}>
        <IconMail size={24} aria-hidden="true" />
        <div className={styles["words"]}>
          <h2>Email</h2>
          <p>You log in with {user.email}.</p>
          {pending && (
            <p className={styles["warning"]}>
              {pending} waits to be confirmed: open the link in the mail we sent there. Until then the old one stays.
            </p>
          )}
        </div>
      </div>
      {hasPassword && (
        <div className={styles["actions"]}>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {pending ? "Send to another email" : "Change email"}
          </Button>
          {pending && (
            <WaitingButton variant="subtle" onPress={giveUpEmail}>
              Keep the old one
            </WaitingButton>
          )}
        </div>
      )}
      <Sheet isOpen={isOpen} title="Change email" onClose={() => setIsOpen(false)}>
        <Form fields={fields} onSubmit={submit}>
          <div className={styles["form"]}>
            <FormField name="email" autoComplete="email" autoFocus />
            <FormField name="password" autoComplete="current-password" />
            <SubmitButton>Send me the link</SubmitButton>
          </div>
        </Form>
      </Sheet>
    </Card>
  );
}
