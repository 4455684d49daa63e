// §2 §8 Account: email change. The new email is used once the link sent to it is opened.
import { Button } from "@mantine/core";
import { useState } from "react";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { personFields } from "#domain/people/user-fields.ts";
import { isCustomer } from "#domain/access/roles.ts";
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
import { t } from "#web/languages/t.ts";

const firstFields = { email: personFields.email };
const fields = {
  email: { ...personFields.email, label: "New email" },
  password: currentPassword,
};

export function EmailCard({ pending, hasPassword }: { pending: string | null; hasPassword: boolean }) {
  const { user, role } = useRequiredSession();
  const [isOpen, setIsOpen] = useState(false);
  const isFirst = isPlaceholderEmail(user.email);
  // A customer of a gate gets one by completing the registration.
  const canChange = hasPassword || (isFirst && !isCustomer({ role }));
  const title = isFirst ? t("Add email") : t("Change email");

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await requestEmailChange({
      email: String(values["email"]),
      ...(hasPassword && { password: String(values["password"]) }),
    });
    setIsOpen(false);
    showSuccess("VERIFICATION_MAIL_SENT");
  }

  return (
    <Card title={t("Email")}>
      <Text c="dimmed">
        {isFirst
          ? pending && hasPassword
            ? t(
                "You log in with an OTP sent to your phone until the email is confirmed, and then with the email and your password.",
              )
            : t("You log in with an OTP sent to your phone.")
          : t("You log in with {email}.", { email: user.email })}
      </Text>
      {pending && (
        <Notice>
          {t("{email} is not confirmed yet. Open the link we emailed to that address.", { email: pending })}
          {!isFirst && ` ${t("Until then, log in with your current email.")}`}
        </Notice>
      )}
      {canChange && (
        <Group>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {pending ? t("Use a different email") : title}
          </Button>
          {pending && (
            <AsyncButton variant="subtle" onPress={cancelEmailChange}>
              {isFirst ? t("Remove email") : t("Cancel change")}
            </AsyncButton>
          )}
        </Group>
      )}
      <Sheet isOpen={isOpen} title={title} onClose={() => setIsOpen(false)}>
        <Form fields={hasPassword ? fields : firstFields} onSubmit={submit}>
          <Stack>
            <FormField name="email" autoComplete="email" autoFocus />
            {hasPassword && <FormField name="password" autoComplete="current-password" />}
            {!hasPassword && (
              <Text c="dimmed">
                {t(
                  "We send a link to this address. Once you open it, you log in with the email and a password that you set, no longer with your phone number or card.",
                )}
              </Text>
            )}
            <SubmitButton>{t("Send link")}</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
