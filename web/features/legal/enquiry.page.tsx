// §2 /contact-us-for-business-affiliation and /suggestions: enquiry form, usable without an account.
import { useState } from "react";
import { successMessages } from "#domain/success-messages.ts";
import { Enquiries } from "#domain/platform/enquiries.collection.ts";
import { call } from "#web/api/call.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Title } from "#web/ui/text.tsx";
import { CenteredPage, usePageTitle } from "#web/ui/page.tsx";

const { name, email, phone, organisation, city, message } = Enquiries.fields;

interface EnquiryKind {
  kind: "business" | "suggestion";
  title: string;
  lead: string;
  messageLabel: string;
  messageHint: string;
  confirmation: string;
}

const businessEnquiry: EnquiryKind = {
  kind: "business",
  title: "Work with us",
  lead: "If you run several locations, supply such companies, or want to integrate with Chaavi, write to us. To register one company and its branches, use the partner login page; you do not need to contact us.",
  messageLabel: "Message",
  messageHint: "Number of locations, cities and current system",
  confirmation: "We reply by email or phone within two working days.",
};
const suggestionEnquiry: EnquiryKind = {
  kind: "suggestion",
  title: "Suggestions and questions",
  lead: "Tell us what is slow, unclear or missing. For a question about an entry or payment, contact the parking location first; if that does not help, write to us.",
  messageLabel: "Suggestion or question",
  messageHint: "Where and when it happened, and what you expected",
  confirmation: "Thank you. The product team reads every message. We answer questions within two working days.",
};

export const BusinessEnquiryPage = () => <EnquiryPage kind={businessEnquiry} />;
export const SuggestionsPage = () => <EnquiryPage kind={suggestionEnquiry} />;

function EnquiryPage({ kind }: { kind: EnquiryKind }) {
  usePageTitle(kind.title);
  const [isSent, setIsSent] = useState(false);
  const isBusiness = kind.kind === "business";
  const fields = {
    name,
    email,
    phone: { ...phone, label: "Phone number (optional)" },
    ...(isBusiness
      ? {
          organisation: { ...organisation, label: "Company or organisation (optional)" },
          city: { ...city, label: "City (optional)" },
        }
      : {}),
    message: { ...message, label: kind.messageLabel },
  };
  return (
    <CenteredPage width="form">
      <Title order={1}>{kind.title}</Title>
      {isSent ? (
        <Notice
          c="green"
          role="status"
          actions={
            <ButtonLink to="/" size="lg">
              Go to home page
            </ButtonLink>
          }
        >
          <Title>{successMessages.MESSAGE_RECEIVED}</Title>
          <p>{kind.confirmation}</p>
        </Notice>
      ) : (
        <>
          <p>{kind.lead}</p>
          <Form
            fields={fields}
            onSubmit={async (values) => {
              const filledValues = Object.entries(values).filter(([, value]) => value !== null);
              const body = { kind: kind.kind, ...Object.fromEntries(filledValues) };
              await call({ route: "POST /actions/enquiries", body }, { isPublic: true });
              setIsSent(true);
            }}
          >
            <Stack>
              <FormField name="name" autoComplete="name" />
              <FormField name="email" autoComplete="email" />
              <FormField name="phone" autoComplete="tel-national" description="10 digits" />
              {isBusiness && <FormField name="organisation" autoComplete="organization" />}
              {isBusiness && <FormField name="city" />}
              <FormField name="message" widget="long-text" description={kind.messageHint} />
              <SubmitButton>Send message</SubmitButton>
            </Stack>
          </Form>
        </>
      )}
    </CenteredPage>
  );
}
