// reading.md §10 Account: export and erasure of a customer's own data, each after the password has been entered again.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { logOut } from "#web/api/session.ts";
import { downloadOwnData, eraseOwnData } from "#web/features/accounts/settings/api.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const withPassword = { password: currentPassword };
const withoutPassword = {};
type OpenSheet = "export" | "erase";

export function OwnDataCard({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState<OpenSheet | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Card title={t("Your data")}>
      <Text c="dimmed">{t("Your details, visits, payments, messages and images that we store.")}</Text>
      <Group>
        <Button variant="default" onClick={() => setOpen("export")}>
          {t("Download my data")}
        </Button>
        <Button variant="default" onClick={() => setOpen("erase")}>
          {t("Erase my data")}
        </Button>
      </Group>
      <Sheet isOpen={open === "export"} title={t("Download my data")} onClose={close}>
        <ExportForm hasPassword={hasPassword} onDone={close} />
      </Sheet>
      <Sheet isOpen={open === "erase"} title={t("Erase my data")} onClose={close}>
        <EraseForm hasPassword={hasPassword} />
      </Sheet>
    </Card>
  );
}

type Submitted = { [name: string]: string | boolean | null };
const toBody = ({ password }: Submitted): { password?: string } => (typeof password === "string" ? { password } : {});

function ExportForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  async function submit(values: Submitted): Promise<void> {
    await downloadOwnData(toBody(values));
    onDone();
    showSuccess(t("Your data is downloaded"));
  }
  return (
    <Form fields={hasPassword ? withPassword : withoutPassword} onSubmit={submit}>
      <Stack>
        <p>{t("You get one file with everything that we store about you, including images of your vehicles.")}</p>
        {hasPassword && <FormField name="password" autoComplete="current-password" autoFocus />}
        <SubmitButton>{t("Download")}</SubmitButton>
      </Stack>
    </Form>
  );
}

function EraseForm({ hasPassword }: { hasPassword: boolean }) {
  const navigate = useNavigate();
  async function submit(values: Submitted): Promise<void> {
    await eraseOwnData(toBody(values));
    await navigate("/customer/commercial/login");
    await logOut();
    showSuccess(t("Your data is erased"));
  }
  return (
    <Form fields={hasPassword ? withPassword : withoutPassword} onSubmit={submit}>
      <Stack>
        <p>
          {t(
            "Your name, phone number, email, vehicles, images and messages are erased, and your account ends. Passes end as well. Bookings are cancelled and what was paid online for them is refunded. This cannot be undone.",
          )}
        </p>
        <p>{t("As the law requires, payments stay without your name, and tax invoices stay as they were issued.")}</p>
        {hasPassword && <FormField name="password" autoComplete="current-password" autoFocus />}
        <SubmitButton>{t("Erase my data")}</SubmitButton>
      </Stack>
    </Form>
  );
}
