// Messages of the branch: email templates with a preview, and the SMS.
import { useState } from "react";
import { mailTemplates, renderText } from "#domain/messages/messages.ts";
import { text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import {
  checkCustomTemplate,
  customTemplateNames,
  formatPlaceholders,
  getTemplatePlaceholders,
} from "#domain/messages/message-templates.ts";
import type { CustomTemplateName, CustomTemplates } from "#domain/messages/message-templates.ts";
import type { SmsTexts } from "#domain/messages/sms-texts.ts";
import { ApiError } from "#web/api/api-error.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { editLists } from "#web/product/forms/edit-lists.ts";
import { useUnchangedValue } from "#web/product/forms/use-edited-value.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { HelpButton } from "#web/product/help-button.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { SmsTextsList } from "#web/features/branches/sms-texts.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";

const mailNames: { [name in CustomTemplateName]: string } = {
  invite: "Visitor invited",
  "invite-withdrawn": "Invite withdrawn",
  "approval-asked": "Approval requested",
};
/** Placeholder values of the preview. */
const exampleValues: { [value: string]: string } = {
  visitor: "Meena Kumari",
  host: "Ravi Shankar",
  from: "21 Nov 2026, 10:00 AM",
  until: "21 Nov 2026, 6:00 PM",
  invite_link: "https://…/invite",
  approvals_link: "https://…/approvals",
  link: "https://…/status",
  reason: "Delivery",
  plate: "TN09AB1234",
  otp: "4711",
  token: "V00042",
  amount: "150.00",
  vehicle: "TN09AB1234",
  hours: "12",
  place: "T Nagar",
  offer: "20 % off",
  unit: "A-204",
};

const linkEnd = "x".repeat(22);
/** Links of an SMS are of the usual length, since it is charged by its length. */
const smsLinks = Object.fromEntries(
  ["invite_link", "approvals_link", "link", "home_link", "account_link", "answer_link"].map((name) => [
    name,
    `${location.origin}/company/branch/${linkEnd}`,
  ]),
);

const fields = {
  subject: text({ label: "Subject", required: true, max: limits.mailSubject }),
  text: text({ label: "Text", required: true, max: limits.mailText }),
};

interface MessageTemplatesSectionProps {
  branch: { id: number; name: string; mail_texts: CustomTemplates | null; sms_texts: SmsTexts | null };
}

export function MessageTemplatesSection({ branch }: MessageTemplatesSectionProps) {
  const { id, mail_texts, sms_texts } = branch;
  const texts = mail_texts ?? {};
  const [opened, setOpened] = useState<CustomTemplateName>();
  const values = { ...exampleValues, branch: branch.name };

  async function save(changes: { mail_texts: CustomTemplates } | { sms_texts: SmsTexts }): Promise<void> {
    const shown = "mail_texts" in changes ? { mail_texts } : { sms_texts };
    await editLists({ branch: id, changes, shown });
    setOpened(undefined);
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="texts">
          Messages
        </SectionLink>
      }
      actions={
        <HelpButton title="What can I change?">
          You can edit email texts. English SMS are registered with the telecom operators and are the same for all
          branches. You can have them registered in further languages and add these texts here. Emails with login codes
          and password links always use the default text.
        </HelpButton>
      }
    >
      <Title order={3}>Emails</Title>
      <RowList isFramed={false}>
        {customTemplateNames.map((name) => (
          <Row
            key={name}
            trailing={
              <Text component="span" c="dimmed">
                {texts[name] ? "Custom text" : "Default text"}
              </Text>
            }
          >
            <RowButton onPress={() => setOpened(name)}>{mailNames[name]}</RowButton>
          </Row>
        ))}
      </RowList>
      <Title order={3}>SMS</Title>
      <SmsTextsList
        texts={sms_texts ?? {}}
        values={{ ...values, ...smsLinks }}
        onSave={(next) => save({ sms_texts: next })}
      />
      {opened && (
        <Sheet isOpen title={mailNames[opened]} onClose={() => setOpened(undefined)}>
          <MailTemplate
            name={opened}
            texts={texts}
            branchName={branch.name}
            onSave={(template) => save({ mail_texts: { ...texts, [opened]: template } })}
            onReset={() => {
              const { [opened]: _, ...rest } = texts;
              return save({ mail_texts: rest });
            }}
          />
        </Sheet>
      )}
    </Card>
  );
}

interface MailTemplateProps {
  name: CustomTemplateName;
  texts: CustomTemplates;
  branchName: string;
  onSave: (template: { subject: string; text: string }) => Promise<void>;
  onReset: () => Promise<void>;
}

function MailTemplate({ name, texts, branchName, onSave, onReset }: MailTemplateProps) {
  const { subject, text: body } = texts[name] ?? mailTemplates[name];
  const assertUnchanged = useUnchangedValue(texts[name]);
  const { known, needed } = getTemplatePlaceholders(name);
  return (
    <Form
      fields={fields}
      initial={{ subject, text: body }}
      onSubmit={async (typed) => {
        const template = { subject: String(typed["subject"]), text: String(typed["text"]) };
        const violation = checkCustomTemplate({ name, template });
        if (violation) throw new ApiError({ code: violation.code, status: 400, extensions: { field: "text" } });
        assertUnchanged();
        await onSave(template);
      }}
    >
      <Stack>
        <FormField name="subject" />
        <FormField name="text" widget="long-text" description="Leave a blank line to start a new paragraph." />
        <Text c="dimmed">
          Placeholders: {formatPlaceholders(known)}. Required: {formatPlaceholders(needed)}.
        </Text>
        <TemplatePreview branchName={branchName} />
        <SubmitButton size="lg">Save template</SubmitButton>
        {texts[name] && (
          <AsyncButton
            variant="default"
            size="lg"
            onPress={async () => {
              assertUnchanged();
              await onReset();
            }}
          >
            Restore default text
          </AsyncButton>
        )}
      </Stack>
    </Form>
  );
}

function TemplatePreview({ branchName }: { branchName: string }) {
  const { values: typed } = useFormState();
  const values = { ...exampleValues, branch: branchName };
  const render = (template: unknown): string => renderText({ text: String(template ?? ""), values });
  return (
    <Notice c="grey" aria-label="Preview" role="group">
      <Stack gap="xs">
        <strong>{render(typed["subject"])}</strong>
        {render(typed["text"])
          .split("\n\n")
          .map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
      </Stack>
    </Notice>
  );
}
