// §7 two-factor, step by step: the password, the app reads the QR, its first code, and the recovery codes to keep.
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { text } from "#domain/fields.ts";
import { saveFile } from "#web/items/save-file.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { QrCode } from "#web/ui/qr.tsx";
import {
  newRecoveryCodes,
  newSecret,
  type NewSecret,
  readSecurityAgain,
  switchOff,
  switchOn,
} from "#web/features/account/calls.ts";
import styles from "#web/features/account/account.module.css";

const passwordField = {
  password: { ...text({ required: true, label: "Your password", max: 200 }), kind: "secret", secret: "password" },
} as const;
const codeField = {
  otp: text({ required: true, label: "Code of the app", max: 20, min: 6, minMessage: "*Type all 6 digits" }),
};

export function SetUp({ onDone }: { onDone: () => void }) {
  const [shared, setShared] = useState<NewSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!shared)
    return (
      <Form fields={passwordField} onSubmit={async ({ password }) => setShared(await newSecret(String(password)))}>
        <div className={styles["form"]}>
          <FormField name="password" autoComplete="current-password" autoFocus />
          <SubmitButton>Go on</SubmitButton>
        </div>
      </Form>
    );
  return (
    <Form
      fields={codeField}
      onSubmit={async ({ otp }) => setCodes(await switchOn({ secret: shared.secret, otp: String(otp) }))}
    >
      <div className={styles["form"]}>
        <p>
          Open an authenticator app (Google Authenticator, Microsoft Authenticator, Aegis, your password manager) and
          let it read this:
        </p>
        <div className={styles["qr"]}>
          <QrCode text={shared.otpauth_url} label="Adds Chaavi to your authenticator app" size="200px" />
        </div>
        <p className={styles["soft"]}>Setting up on this phone? Type this key into the app instead:</p>
        <p className={styles["secret"]}>{shared.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
        <CopyButton text={shared.secret}>Copy the key</CopyButton>
        <FormField name="otp" autoComplete="one-time-code" description="The 6 digits the app shows for Chaavi" />
        <SubmitButton>Switch it on</SubmitButton>
      </div>
    </Form>
  );
}

/** For what needs a code of the app, or a recovery code. */
export function WithCode({ what, onDone }: { what: "off" | "codes"; onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);

  async function submit({ otp }: { [name: string]: string | boolean | null }): Promise<void> {
    if (what === "codes") return setCodes(await newRecoveryCodes(String(otp)));
    await switchOff(String(otp));
    showSuccess("Two-factor log-in is off");
    onDone();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Form fields={codeField} onSubmit={submit}>
      <div className={styles["form"]}>
        <p>{what === "off" ? "From then on your password alone opens your account." : "The old codes end with it."}</p>
        <FormField name="otp" autoComplete="one-time-code" autoFocus description="Or one of your recovery codes" />
        <SubmitButton>{what === "off" ? "Switch it off" : "Make new codes"}</SubmitButton>
      </div>
    </Form>
  );
}

/** Shown once: they are kept by their owner alone. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  useEffect(() => {
    void readSecurityAgain();
  }, []);
  const file = new Blob([`Chaavi recovery codes\n\n${codes.join("\n")}\n`], { type: "text/plain" });
  return (
    <div className={styles["form"]}>
      <p>
        Keep these where your phone is not. Each opens your account once when you have no phone. They are shown now and
        never again.
      </p>
      <ul className={styles["codes"]} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles["actions"]}>
        <CopyButton text={codes.join("\n")}>Copy them</CopyButton>
        <Button variant="default" onClick={() => saveFile({ name: "chaavi-recovery-codes.txt", file })}>
          Keep as a file
        </Button>
      </div>
      <Button size="xl" fullWidth color="marigold" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  );
}
