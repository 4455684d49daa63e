// SMS of the branch: the English text, and the texts registered with the operators in other languages, each with a preview.
import { useState } from "react";
import { type MessageValues, renderText, smsTemplates } from "#domain/messages/messages.ts";
import { findPlaceholders, formatPlaceholders } from "#domain/messages/message-templates.ts";
import {
  checkSmsText,
  countSmsSegments,
  findRegisteredTexts,
  registrableSms,
  type RegisteredSms,
  type RegistrableSms,
  type SmsLanguage,
  smsLanguages,
  smsTemplateId,
  type SmsTexts,
  toDltText,
} from "#domain/messages/sms-texts.ts";
import { languages } from "#domain/people/languages.ts";
import { text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useUnchangedValue } from "#web/product/forms/use-edited-value.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";

const labels: { [name in RegistrableSms]: string } = {
  "valet-ticket": "Ticket created",
  "valet-new-code": "New OTP",
  "valet-ready": "Car at the gate",
  "parking-link": "Vehicle checked in",
  "booking-link": "Booking to pay",
  receipt: "Receipt sent",
  "payment-refunded": "Payment refunded",
  "booking-refunded": "Booking cancelled and refunded",
  "pass-link": "Pass sent to its holder",
  "pass-ending": "Pass ends within 7 days",
  invite: "Visitor invited",
  "invite-withdrawn": "Invite withdrawn",
  "approval-asked": "Approval requested",
  "visitor-asks": "Visitor of a unit at the gate",
  "visitor-arrived": "Visitor arrived",
  "visitor-left": "Visitor left",
  "long-visit": "Parked for a long time",
  "nearby-offer": "Offer nearby",
  otp: "Log-in code",
};

const fields = {
  template_id: text({
    label: "Template ID",
    required: true,
    max: 50,
    pattern: smsTemplateId,
    message: "*Enter the ID of the registered template",
  }),
  text: text({ label: "Text", required: true, max: limits.smsText }),
};

interface SmsTextsProps {
  texts: SmsTexts;
  /** Of the preview. */
  values: MessageValues;
  onSave: (texts: SmsTexts) => Promise<void>;
}

export function SmsTextsList({ texts, values, onSave }: SmsTextsProps) {
  const [opened, setOpened] = useState<RegistrableSms>();
  const [language, setLanguage] = useState<SmsLanguage>();
  const close = (): void => {
    setOpened(undefined);
    setLanguage(undefined);
  };

  async function save(registered: RegisteredSms | undefined): Promise<void> {
    const { [language!]: _, ...others } = findRegisteredTexts({ texts, template: opened! });
    const { [opened!]: __, ...rest } = texts;
    const all = registered ? { ...others, [language!]: registered } : others;
    await onSave(Object.keys(all).length > 0 ? { ...rest, [opened!]: all } : rest);
    setLanguage(undefined);
  }

  return (
    <>
      <RowList isFramed={false} label="SMS">
        {registrableSms.map((name) => {
          const registered = findRegisteredTexts({ texts, template: name });
          const names = smsLanguages.filter((code) => registered[code]).map((code) => languages[code]);
          return (
            <Row
              key={name}
              trailing={
                <Text component="span" c="dimmed">
                  {["English", ...names].join(", ")}
                </Text>
              }
            >
              <RowButton onPress={() => setOpened(name)}>{labels[name]}</RowButton>
            </Row>
          );
        })}
      </RowList>
      {opened && (
        <Sheet
          isOpen
          title={language ? `${labels[opened]}: ${languages[language]}` : labels[opened]}
          onClose={language ? () => setLanguage(undefined) : close}
        >
          {language ? (
            <RegisteredText
              name={opened}
              language={language}
              registered={texts[opened]?.[language]}
              values={values}
              onSave={save}
            />
          ) : (
            <RegisteredLanguages name={opened} texts={texts} values={values} onOpen={setLanguage} />
          )}
        </Sheet>
      )}
    </>
  );
}

interface RegisteredLanguagesProps {
  name: RegistrableSms;
  texts: SmsTexts;
  values: MessageValues;
  onOpen: (language: SmsLanguage) => void;
}

function RegisteredLanguages({ name, texts, values, onOpen }: RegisteredLanguagesProps) {
  return (
    <Stack>
      <SmsPreview label="English" text={smsTemplates[name].text} values={values} />
      <Text c="dimmed">
        Customers get this SMS in the language of their account, guests in the language of your slips, where its text is
        registered with the operators in that language.
      </Text>
      <RowList isFramed={false} label="Languages">
        {smsLanguages.map((language) => (
          <Row
            key={language}
            trailing={
              <Text component="span" c="dimmed">
                {texts[name]?.[language] ? "Registered" : "Sent in English"}
              </Text>
            }
          >
            <RowButton onPress={() => onOpen(language)}>
              <span lang={language}>{languages[language]}</span>
            </RowButton>
          </Row>
        ))}
      </RowList>
    </Stack>
  );
}

interface RegisteredTextProps {
  name: RegistrableSms;
  language: SmsLanguage;
  registered: RegisteredSms | undefined;
  values: MessageValues;
  onSave: (registered: RegisteredSms | undefined) => Promise<void>;
}

function RegisteredText({ name, language, registered, values, onSave }: RegisteredTextProps) {
  const english = smsTemplates[name].text;
  const assertUnchanged = useUnchangedValue(registered);
  return (
    <Form
      fields={fields}
      initial={{ template_id: registered?.template_id ?? "", text: registered?.text ?? "" }}
      onSubmit={async (typed) => {
        const entered = { template_id: String(typed.template_id), text: String(typed.text) };
        const violation = checkSmsText({ name, registered: entered });
        if (violation)
          throw new ApiError({ code: violation.code, status: 400, extensions: { field: violation.field } });
        assertUnchanged();
        await onSave(entered);
      }}
    >
      <Stack>
        <KeyValueList layout="stacked">
          <KeyValue label="English text">{english}</KeyValue>
        </KeyValueList>
        <FormField
          name="template_id"
          description="The 19 digits of the DLT registration, or the ID that your SMS service gives the template."
        />
        <FormField
          name="text"
          widget="long-text"
          description={`Exactly as registered, with a placeholder for each variable: ${formatPlaceholders(findPlaceholders(english))}.`}
        />
        <TypedPreview language={language} values={values} />
        <SubmitButton size="lg">Save text</SubmitButton>
        {registered && (
          <AsyncButton
            variant="default"
            size="lg"
            onPress={async () => {
              assertUnchanged();
              await onSave(undefined);
            }}
          >
            Remove, and send in English
          </AsyncButton>
        )}
      </Stack>
    </Form>
  );
}

function TypedPreview({ language, values }: { language: SmsLanguage; values: MessageValues }) {
  const typed = String(useFormState().values["text"] ?? "").trim();
  if (typed === "") return null;
  return (
    <>
      <SmsPreview label="Preview" language={language} text={typed} values={values} />
      <KeyValueList layout="stacked">
        <KeyValue label="Text to register at DLT">
          <span lang={language}>{toDltText(typed)}</span>
        </KeyValue>
      </KeyValueList>
    </>
  );
}

interface SmsPreviewProps {
  label: string;
  language?: SmsLanguage;
  text: string;
  values: MessageValues;
}

function SmsPreview({ label, language, text: template, values }: SmsPreviewProps) {
  const rendered = renderText({ text: template, values });
  const { segments, isUnicode } = countSmsSegments(rendered);
  return (
    <Notice c="grey" aria-label={label} role="group">
      <Stack gap="xs">
        <strong>{label}</strong>
        <p lang={language}>{rendered}</p>
        <Text c="dimmed" size="sm">
          About {rendered.length} characters{isUnicode ? " in Unicode" : ""}, charged as {segments} SMS.
        </Text>
      </Stack>
    </Notice>
  );
}
