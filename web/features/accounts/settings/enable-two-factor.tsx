// §7 two-factor setup: password, QR code for the app, first code, recovery codes.
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { currentPassword } from "#domain/accounts/fields/account-fields.ts";
import { authenticatorCode } from "#domain/accounts/fields/two-factor-fields.ts";
import { downloadFile } from "#web/api/download-file.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { QrCode } from "#web/ui/data/qr.tsx";
import {
  generateRecoveryCodes,
  generateTwoFactorSecret,
  type TwoFactorSecret,
  refreshSecurity,
  disableTwoFactor,
  enableTwoFactor,
} from "#web/features/accounts/settings/api.ts";
import { Group, Stack, Grid } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const passwordField = { password: currentPassword };
const codeField = { otp: authenticatorCode };

export function EnableTwoFactor({ onDone }: { onDone: () => void }) {
  const [twoFactorSecret, setTwoFactorSecret] = useState<TwoFactorSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!twoFactorSecret)
    return (
      <Form
        fields={passwordField}
        onSubmit={async ({ password }) => setTwoFactorSecret(await generateTwoFactorSecret(String(password)))}
      >
        <Stack>
          <p>{t("Enter your password to confirm that it is you.")}</p>
          <FormField name="password" autoComplete="current-password" autoFocus />
          <SubmitButton>{t("Continue")}</SubmitButton>
        </Stack>
      </Form>
    );
  return (
    <Form
      fields={codeField}
      onSubmit={async ({ otp }) =>
        setCodes(await enableTwoFactor({ secret: twoFactorSecret.secret, otp: String(otp) }))
      }
    >
      <Stack>
        <p>
          {t(
            "Scan this QR code with an authenticator app: Google Authenticator, Microsoft Authenticator, Aegis or a password manager.",
          )}
        </p>
        <Stack align="center">
          <QrCode text={twoFactorSecret.otpauth_url} label={t("QR code for your authenticator app")} size="200px" />
        </Stack>
        <Text c="dimmed" size="sm">
          {t("Setting up on this phone? Enter this key in the app instead:")}
        </Text>
        <Text>
          <code>{twoFactorSecret.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        </Text>
        <CopyButton text={twoFactorSecret.secret}>{t("Copy key")}</CopyButton>
        <FormField
          name="otp"
          autoComplete="one-time-code"
          description={t("The 6-digit code the app shows for Chaavi")}
        />
        <SubmitButton>{t("Turn on")}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** Actions that need a code from the app, or a recovery code. */
export function ConfirmWithCode({ action, onDone }: { action: "off" | "codes"; onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);

  async function submit({ otp }: { [name: string]: string | boolean | null }): Promise<void> {
    if (action === "codes") return setCodes(await generateRecoveryCodes(String(otp)));
    await disableTwoFactor(String(otp));
    showSuccess(t("Two-factor authentication is off"));
    onDone();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Form fields={codeField} onSubmit={submit}>
      <Stack>
        <p>
          {action === "off"
            ? t("You will log in with your password only.")
            : t("Your old recovery codes will stop working.")}
        </p>
        <FormField name="otp" autoComplete="one-time-code" autoFocus description={t("Or enter a recovery code")} />
        <SubmitButton>{action === "off" ? t("Turn off") : t("Generate new codes")}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** Shown once: the server stores hashes only. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  useEffect(() => {
    void refreshSecurity();
  }, []);
  const file = new Blob([`Chaavi recovery codes\n\n${codes.join("\n")}\n`], { type: "text/plain" });
  return (
    <Stack>
      <p>
        {t(
          "Save these codes somewhere other than your phone. Each one logs you in once if you do not have your phone. They are shown only now.",
        )}
      </p>
      <Grid component="ul" minColumnWidth={150} gap="xs" fill aria-label={t("Recovery codes")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <Group>
        <CopyButton text={codes.join("\n")}>{t("Copy codes")}</CopyButton>
        <Button variant="default" onClick={() => downloadFile({ name: "chaavi-recovery-codes.txt", file })}>
          {t("Download codes")}
        </Button>
      </Group>
      <Button size="xl" fullWidth color="marigold" onClick={onDone}>
        {t("I have saved them")}
      </Button>
    </Stack>
  );
}
