// §8 Account: a new password of one's own, with the old one.
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { password, text } from "#domain/fields.ts";
import { ApiError } from "#web/items/api-error.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { changePassword } from "#web/features/account/calls.ts";
import styles from "#web/features/account/account.module.css";

const typed = { kind: "secret", secret: "password" } as const;
const fields = {
  current_password: { ...text({ required: true, label: "Password you have now", max: 200 }), ...typed },
  password: { ...password({ label: "New password" }), required: true },
  confirm: { ...text({ required: true, label: "Confirm password", max: 200 }), ...typed },
};

export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    if (values["password"] !== values["confirm"])
      throw new ApiError({ code: "PASSWORD_MISMATCH", status: 400, extensions: { field: "confirm" } });
    await changePassword({
      current_password: String(values["current_password"]),
      password: String(values["password"]),
    });
    setIsOpen(false);
    showSuccess("Your new password is set. Other devices are logged out");
  }

  return (
    <Card>
      <div className={styles["head"]}>
        <IconLock size={24} aria-hidden="true" />
        <div className={styles["words"]}>
          <h2>Password</h2>
          <p>
            {hasPassword
              ? "Known to you alone. A new one logs out every other device."
              : "You have none yet: you log in with codes. “Forgot your password?” at the log-in sets one."}
          </p>
        </div>
      </div>
      {hasPassword && (
        <div className={styles["actions"]}>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Change password
          </Button>
        </div>
      )}
      <Sheet isOpen={isOpen} title="Change password" onClose={() => setIsOpen(false)}>
        <Form fields={fields} onSubmit={submit}>
          <div className={styles["form"]}>
            <FormField name="current_password" autoComplete="current-password" autoFocus />
            <FormField
              name="password"
              autoComplete="new-password"
              description="8 or more characters, with a capital, a small letter, a digit and one of @#$%^&+=!"
            />
            <FormField name="confirm" autoComplete="new-password" />
            <SubmitButton>Set the password</SubmitButton>
          </div>
        </Form>
      </Sheet>
    </Card>
  );
}
