// §6 Account: email and password of a customer whose account was created at a gate and who logs in by OTP.
import { Button } from "@mantine/core";
import { useState } from "react";
import { personFields } from "#domain/people/user-fields.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import {
  NewPasswordFields,
  newPasswordFields,
  requireMatchingPasswords,
} from "#web/features/accounts/new-password-fields.tsx";
import { completeRegistration } from "#web/features/accounts/settings/api.ts";
import { t } from "#web/languages/t.ts";

const fields = {
  first_name: { ...personFields.first_name, label: "Your name" },
  email: personFields.email,
  ...newPasswordFields,
};

export function CompleteRegistrationCard() {
  const { user } = useRequiredSession();
  const [isOpen, setIsOpen] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords(values);
    await completeRegistration({ first_name: String(values["first_name"]), email: String(values["email"]), password });
    showSuccess("VERIFICATION_MAIL_SENT");
  }

  return (
    <Card title={t("Complete your registration")}>
      <Text c="dimmed">{t("Add an email and a password, so that you can also log in without an OTP.")}</Text>
      <Group>
        <Button onClick={() => setIsOpen(true)}>{t("Complete registration")}</Button>
      </Group>
      <Sheet isOpen={isOpen} title={t("Complete your registration")} onClose={() => setIsOpen(false)}>
        <Form fields={fields} initial={{ first_name: user.first_name }} onSubmit={submit}>
          <Stack>
            <FormField name="first_name" autoComplete="name" />
            <FormField name="email" autoComplete="email" />
            <NewPasswordFields />
            <SubmitButton>{t("Save")}</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
