// The branch's own words for the mails it sends, with what each will look like; SMS are shown as they are registered.
import { Button } from "@mantine/core";
import { useState } from "react";
import { mailTemplates, renderText, smsTemplates } from "#domain/messages.ts";
import { text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { ownTextError, ownTextNames, valuesOfText } from "#domain/rules/own-texts.ts";
import type { OwnTextName, OwnTexts } from "#domain/rules/own-texts.ts";
import { ApiError } from "#web/items/api-error.ts";
import { updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { HelpNote } from "#web/ui/help-note.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

const mailNames: { [name in OwnTextName]: string } = {
  invite: "A visitor is invited",
  "invite-withdrawn": "An invite is withdrawn",
  "approval-asked": "Somebody asks to come in",
};
const smsNames = ["valet-ticket", "valet-ready", "invite", "invite-withdrawn", "approval-asked"] as const;
const smsLabels: { [name in (typeof smsNames)[number]]: string } = {
  "valet-ticket": "A key was taken",
  "valet-ready": "The car is at the gate",
  invite: "A visitor is invited",
  "invite-withdrawn": "An invite is withdrawn",
  "approval-asked": "Somebody asks to come in",
};

/** What the preview puts in the place of each value. */
const examples: { [value: string]: string } = {
  visitor: "Meena Kumari",
  host: "Ravi Shankar",
  from: "21 Nov 2026, 10:00 AM",
  until: "21 Nov 2026, 6:00 PM",
  invite_link: "https://…/invite",
  approvals_link: "https://…/approvals",
  link: "https://…/status",
  reason: "A delivery",
  plate: "TN09AB1234",
  otp: "4711",
  token: "V00042",
};

const fields = {
  subject: text({ label: "Subject", required: true, max: limits.mailSubject }),
  text: text({ label: "Text", required: true, max: limits.mailText }),
};

interface OwnTextsPartProps {
  branch: { id: number; name: string };
  texts: OwnTexts;
}

export function OwnTextsPart({ branch, texts }: OwnTextsPartProps) {
  const [opened, setOpened] = useState<OwnTextName>();
  const values = { ...examples, branch: branch.name };

  async function keep(next: OwnTexts): Promise<void> {
    await updateItem("Branch", branch.id, { mail_texts: next });
    showSuccess("DATA_UPDATED");
    setOpened(undefined);
    await queryClient.invalidateQueries();
  }

  return (
    <Card>
      <div className={styles["head"]}>
        <PartHeading menu="branch" edit="texts">
          Messages
        </PartHeading>
        <HelpNote title="What can be changed">
          Mails can be in your own words. SMS are registered word for word with the telecom operators, as the regulator
          asks, so that all branches send the same ones. Log-in codes and links for passwords always come in the
          product&apos;s words.
        </HelpNote>
      </div>
      <h3 className={styles["small"]}>Mails</h3>
      <ul className={styles["rows"]}>
        {ownTextNames.map((name) => (
          <li key={name}>
            <button type="button" className={styles["open"]} onClick={() => setOpened(name)}>
              <span>{mailNames[name]}</span>
              <span className={styles["soft"]}>{texts[name] ? "Your own words" : "The product's words"}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 className={styles["small"]}>SMS</h3>
      <dl className={styles["details"]}>
        {smsNames.map((name) => (
          <div key={name}>
            <dt>{smsLabels[name]}</dt>
            <dd>{renderText({ text: smsTemplates[name].text, values })}</dd>
          </div>
        ))}
      </dl>
      {opened && (
        <Sheet isOpen title={mailNames[opened]} onClose={() => setOpened(undefined)}>
          <Mail
            name={opened}
            texts={texts}
            branchName={branch.name}
            onKeep={(own) => keep({ ...texts, [opened]: own })}
            onForget={() => {
              const { [opened]: _, ...rest } = texts;
              return keep(rest);
            }}
          />
        </Sheet>
      )}
    </Card>
  );
}

interface MailProps {
  name: OwnTextName;
  texts: OwnTexts;
  branchName: string;
  onKeep: (own: { subject: string; text: string }) => Promise<void>;
  onForget: () => Promise<void>;
}

function Mail({ name, texts, branchName, onKeep, onForget }: MailProps) {
  const { subject, text: body } = texts[name] ?? mailTemplates[name];
  const { known, needed } = valuesOfText(name);
  return (
    <Form
      fields={fields}
      initial={{ subject, text: body }}
      onSubmit={async (typed) => {
        const own = { subject: String(typed["subject"]), text: String(typed["text"]) };
        const refusal = ownTextError({ name, own });
        if (refusal) throw new ApiError({ code: refusal.code, status: 400, extensions: { field: "text" } });
        await onKeep(own);
      }}
    >
      <div className={styles["form"]}>
        <FormField name="subject" />
        <FormField name="text" as="long-text" description="An empty line begins a new paragraph." />
        <p className={styles["soft"]}>
          Values: {known.map((value) => `{${value}}${needed.includes(value) ? " (needed)" : ""}`).join(", ")}
        </p>
        <Preview branchName={branchName} />
        <SubmitButton size="lg">Save</SubmitButton>
        {texts[name] && (
          <Button variant="default" size="lg" onClick={() => void onForget()}>
            Back to the product&apos;s words
          </Button>
        )}
      </div>
    </Form>
  );
}

function Preview({ branchName }: { branchName: string }) {
  const { values: typed } = useFormState();
  const values = { ...examples, branch: branchName };
  const shown = (words: unknown): string => renderText({ text: String(words ?? ""), values });
  return (
    <div className={styles["preview"]} aria-label="What it looks like" role="group">
      <strong>{shown(typed["subject"])}</strong>
      {shown(typed["text"])
        .split("\n\n")
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
    </div>
  );
}
