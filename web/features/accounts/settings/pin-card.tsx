// PIN of staff for shared devices, set with the password.
import { Button } from "@mantine/core";
import { useState } from "react";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { employmentFields } from "#domain/people/user-fields.ts";
import { call } from "#web/api/call.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = {
  pin_number: { ...employmentFields.pin_number, label: "New PIN", required: true },
  password: currentPassword,
};

export function PinCard() {
  const [isOpen, setIsOpen] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const body = { pin_number: String(values["pin_number"]), password: String(values["password"]) };
    await call({ route: "POST /actions/account/pin", body });
    setIsOpen(false);
    showSuccess(t("PIN changed"));
  }

  return (
    <Card title="PIN">
      <Text c="dimmed">{t("You switch to your account on shared devices of your branch with it.")}</Text>
      <Group>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("Set PIN")}
        </Button>
      </Group>
      <Sheet isOpen={isOpen} title={t("Set PIN")} onClose={() => setIsOpen(false)}>
        <Form fields={fields} onSubmit={submit}>
          <Stack>
            <FormField name="pin_number" description={t("4 digits, not starting with 0")} autoFocus />
            <FormField name="password" autoComplete="current-password" />
            <SubmitButton>{t("Set PIN")}</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </Card>
  );
}
