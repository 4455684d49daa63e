// §2 §8 Account: email change. The new email is used once the link sent to it is opened.
import { Button } from "@mantine/core";
import { useState } from "react";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { personFields } from "#domain/people/user-fields.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { requestEmailChange, cancelEmailChange } from "#web/features/accounts/settings/api.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = {
  email: { ...personFields.email, label: "New email" },
  password: currentPassword,
};

export function EmailCard({ pending, hasPassword }: { pending: string | null; hasPassword: boolean }) {
  const { user } = useRequiredSession();
  const [isOpen, setIsOpen] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await requestEmailChange({ email: String(values["email"]), password: String(values["password"]) });
    setIsOpen(false);
    showSuccess("VERIFICATION_MAIL_SENT");
  }

  return (
    <Card title="Email">
      <Text c="dimmed">
        {isPlaceholderEmail(user.email)
          ? "You log in with an OTP sent to your phone."
          : `You log in with ${user.email}.`}
      </Text>
      {pending && (
        <Notice>
          {pending} is not confirmed yet. Open the link we emailed to that address.
          {!isPlaceholderEmail(user.email) && " Until then, log in with your current email."}
        </Notice>
      )}
      {hasPassword && (
        <Group>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {pending ? "Use a different email" : "Change email"}
          </Button>
          {pending && (
            <AsyncButton variant="subtle" onPress={cancelEmailChange}>
              {isPlaceholderEmail(user.email) ? "Remove email" : "Cancel change"}
            </AsyncButton>
          )}
        </Group>
      )}
      <Sheet isOpen={isOpen} title="Change email" onClose={() => setIsOpen(false)}>
        <Form fields={fields} onSubmit={submit}>
          <Stack>
            <FormField name="email" autoComplete="email" autoFocus />
            <FormField name="password" autoComplete="current-password" />
            <SubmitButton>Send link</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
