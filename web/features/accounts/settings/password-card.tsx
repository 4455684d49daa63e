// §8 Account: password change, confirmed by the current password.
import { Button } from "@mantine/core";
import { useState } from "react";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import {
  NewPasswordFields,
  newPasswordFields,
  requireMatchingPasswords,
} from "#web/features/accounts/new-password-fields.tsx";
import { changePassword } from "#web/features/accounts/settings/api.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = { current_password: currentPassword, ...newPasswordFields };

export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords(values);
    await changePassword({ current_password: String(values["current_password"]), password });
    setIsOpen(false);
    showSuccess(t("Password changed. Other devices are logged out"));
  }

  return (
    <Card title={t("Password")}>
      <Text c="dimmed">
        {hasPassword
          ? t("Changing your password logs out all other devices.")
          : t("You have no password yet: you log in with an OTP.")}
      </Text>
      {hasPassword && (
        <Group>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t("Change password")}
          </Button>
        </Group>
      )}
      <Sheet isOpen={isOpen} title={t("Change password")} onClose={() => setIsOpen(false)}>
        <Form fields={fields} onSubmit={submit}>
          <Stack>
            <FormField name="current_password" autoComplete="current-password" autoFocus />
            <NewPasswordFields />
            <SubmitButton>{t("Change password")}</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
