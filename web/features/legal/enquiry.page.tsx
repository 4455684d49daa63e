// §2 /contact-us-for-business-affiliation and /suggestions: a message to the platform, without an account.
import { useState } from "react";
import { Enquiries } from "#domain/collections/enquiries.ts";
import { request } from "#web/items/client.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import styles from "#web/features/legal/legal.module.css";

const { name, email, phone, organisation, city, message } = Enquiries.fields;

interface Kind {
  kind: "business" | "suggestion";
  title: string;
  lead: string;
  messageLabel: string;
  placeholder: string;
  done: string;
}

const business: Kind = {
  kind: "business",
  title: "Work with us",
  lead: "You run several places, sell to those who do, or want Chaavi to work with something you make: say so in a few lines. To register one company and its branches you need nobody: it is done from the partners' page.",
  messageLabel: "What you have in mind",
  placeholder: "How many places, in which cities, what they use today",
  done: "Somebody who can decide reads it and writes or calls within two working days.",
};
const suggestion: Kind = {
  kind: "suggestion",
  title: "Suggestions and questions",
  lead: "What is slow, unclear or missing, at a gate, on a receipt, anywhere. A question about a visit or a payment is answered quickest by the place itself; if that does not help, ask here.",
  messageLabel: "Your suggestion or question",
  placeholder: "Where it was, when, and what you expected",
  done: "It is read by those who build the product. If you asked something, we answer within two working days.",
};

export const BusinessPage = () => <EnquiryPage about={business} />;
export const SuggestionsPage = () => <EnquiryPage about={suggestion} />;

function EnquiryPage({ about }: { about: Kind }) {
  usePageTitle(about.title);
  const [isSent, setIsSent] = useState(false);
  const isBusiness = about.kind === "business";
  const fields = {
    name,
    email,
    phone,
    ...(isBusiness ? { organisation: { ...organisation, label: "Company or institution" }, city } : {}),
    message: { ...message, label: about.messageLabel },
  };
  return (
    <article className={styles["article"]}>
      <h1>{about.title}</h1>
      {isSent ? (
        <div className={styles["thanks"]} role="status">
          <h2>We have got it</h2>
          <p>{about.done}</p>
          <ButtonLink to="/" size="lg">
            To the first page
          </ButtonLink>
        </div>
      ) : (
        <>
          <p>{about.lead}</p>
          <Form
            fields={fields}
            onSubmit={async (values) => {
              const sent = Object.entries(values).filter(([, value]) => value !== null);
              const body = { kind: about.kind, ...Object.fromEntries(sent) };
              await request("/actions/enquiries", { method: "POST", body, isPublic: true });
              setIsSent(true);
            }}
          >
            <div className={styles["form"]}>
              <FormField name="name" autoComplete="name" />
              <FormField name="email" autoComplete="email" placeholder="you@example.com" />
              <FormField name="phone" autoComplete="tel-national" placeholder="98400 12345" />
              {isBusiness && <FormField name="organisation" autoComplete="organization" />}
              {isBusiness && <FormField name="city" />}
              <FormField name="message" as="long-text" placeholder={about.placeholder} />
              <SubmitButton>Send</SubmitButton>
            </div>
          </Form>
        </>
      )}
    </article>
  );
}
