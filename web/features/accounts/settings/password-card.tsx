// §8 Account: password change, confirmed by the current password.
import { Button } from "@mantine/core";
import { useState } from "react";
import { password, text } from "#domain/schema/fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { changePassword } from "#web/features/accounts/settings/api.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const passwordKind = { kind: "secret", secret: "password" } as const;
const fields = {
  current_password: { ...text({ required: true, label: "Current password", max: 200 }), ...passwordKind },
  password: { ...password({ label: "New password" }), required: true },
  confirm: { ...text({ required: true, label: "Confirm password", max: 200 }), ...passwordKind },
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
    showSuccess("Password changed. Other devices are logged out");
  }

  return (
    <Card title="Password">
      <Text c="dimmed">
        {hasPassword
          ? "Changing your password logs out all other devices."
          : "You have no password yet: you log in with an OTP. To set one, use “Forgot your password?” on the login page."}
      </Text>
      {hasPassword && (
        <Group>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Change password
          </Button>
        </Group>
      )}
      <Sheet isOpen={isOpen} title="Change password" onClose={() => setIsOpen(false)}>
        <Form fields={fields} onSubmit={submit}>
          <Stack>
            <FormField name="current_password" autoComplete="current-password" autoFocus />
            <FormField
              name="password"
              autoComplete="new-password"
              description="At least 8 characters, with an uppercase letter, a lowercase letter, a digit and one of @#$%^&+=!"
            />
            <FormField name="confirm" autoComplete="new-password" />
            <SubmitButton>Change password</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
