// §2 /…/valet-parking/customer/login: finds a ticket by phone or vehicle number and a code sent to its phone; no account.
import { useState } from "react";
import type { FormEvent } from "react";
import type { Field } from "#domain/schema/collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { ticketCode, ticketSearch, valetMetaName } from "#domain/valet/customer-fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useNow } from "#web/ui/use-now.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import {
  openTicketWithCode,
  type SentTicketCode,
  type TicketAccess,
  sendTicketCode,
} from "#web/features/valet/customer/customer-api.ts";
import styles from "#web/features/valet/customer/customer.module.css";
import { t } from "#web/languages/t.ts";

interface BranchSlugs {
  company: string;
  branch: string;
}

/** Company and branch, which the server writes into the document; empty if no published branch with a valet has this address. */
const readValetName = () => document.querySelector<HTMLMetaElement>(`meta[name="${valetMetaName}"]`)?.content;

export function FindTicketPage(slugs: BranchSlugs) {
  const valetName = readValetName();
  return valetName === "" ? <NoValet /> : <FindTicket {...slugs} valetName={valetName} />;
}

/** The not-found page of the application would exceed what these pages may load. */
function NoValet() {
  usePageTitle(t("Page not found"));
  return (
    <>
      <Title order={1}>{t("Page not found")}</Title>
      <Text c="dimmed">{t("Check the address, or go to the home page.")}</Text>
      <a className={styles["button"]} href="/">
        {t("Go to home page")}
      </a>
    </>
  );
}

function FindTicket({ valetName, ...slugs }: BranchSlugs & { valetName: string | undefined }) {
  usePageTitle(t("Your car"));
  const [searchText, setSearchText] = useState("");
  const [code, setCode] = useState<SentTicketCode>();
  const [tickets, setTickets] = useState<TicketAccess[]>([]);
  const getStatusPath = ({ token }: TicketAccess) =>
    `/${slugs.company}/${slugs.branch}/valet-parking/customer/status?t=${encodeURIComponent(token)}`;

  async function send(typed: string): Promise<void> {
    setCode(await sendTicketCode({ ...slugs, text: typed }));
    setSearchText(typed);
  }

  async function open(otp: string): Promise<void> {
    const found = await openTicketWithCode({ values: code!.values, otp });
    if (found.length > 1) setTickets(found);
    else location.assign(getStatusPath(found[0]!));
  }

  if (tickets.length > 0)
    return (
      <>
        <Title order={1}>{t("Choose your car")}</Title>
        {tickets.map((ticket) => (
          <a key={ticket.token} className={styles["button"]} href={getStatusPath(ticket)}>
            {ticket.Vehicle_Number}
          </a>
        ))}
      </>
    );
  if (!code)
    return (
      <>
        <Stack gap="0">
          <Title order={1}>{t("Find your car")}</Title>
          {valetName && <Text fw="bold">{valetName}</Text>}
        </Stack>
        <Text c="dimmed">{t("Check its status and request it before you walk to the gate.")}</Text>
        <SingleFieldForm
          key="text"
          name="text"
          field={ticketSearch}
          initial={searchText}
          placeholder={t("{one} or {other}", { one: "98400 12345", other: "TN09AB1234" })}
          button={t("Send OTP")}
          onSubmit={send}
        />
      </>
    );
  return (
    <>
      <Title order={1}>{t("Enter OTP")}</Title>
      <Text c="dimmed">
        {t("If the car is here, we have sent an OTP by SMS to the phone number on its ticket. Valid for 10 minutes.")}
      </Text>
      <SingleFieldForm
        key="otp"
        name="otp"
        field={ticketCode}
        placeholder={t("6 digits")}
        button={t("Verify")}
        onSubmit={open}
      />
      <ResendCodeButton code={code} onSend={() => send(searchText)} />
      <button type="button" className={styles["button"]} onClick={() => setCode(undefined)}>
        {t("Use a different number")}
      </button>
    </>
  );
}

interface SingleFieldFormProps {
  name: "text" | "otp";
  field: Field;
  initial?: string;
  placeholder: string;
  button: string;
  /** Throws ApiError. */
  onSubmit: (typed: string) => Promise<void>;
}

const getMessage = (thrown: unknown): string | undefined => (thrown instanceof Error ? thrown.message : undefined);

/** Form with one field: errors of the field appear below it, others above the button. */
function SingleFieldForm({ name, field, initial = "", placeholder, button, onSubmit }: SingleFieldFormProps) {
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  const isCode = name === "otp";

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) return;
    const typed = input.value.trim();
    const fieldError = checkField({ name, field, value: typed });
    setError(fieldError);
    setFailure(undefined);
    if (fieldError) input.focus();
    if (isWaiting || fieldError) return;
    setIsWaiting(true);
    try {
      await onSubmit(typed);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.field === name) {
        setError(thrown.message);
        input.focus();
      } else setFailure(getMessage(thrown));
    } finally {
      setIsWaiting(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="xs">
        <label htmlFor={name}>{t(field.label ?? "")}</label>
        <input
          id={name}
          name={name}
          className={`${styles["input"]} ${isCode ? "figures" : ""}`}
          defaultValue={initial}
          placeholder={placeholder}
          inputMode={isCode ? "numeric" : "text"}
          autoComplete={isCode ? "one-time-code" : "off"}
          autoCapitalize="characters"
          autoFocus={isCode}
          spellCheck={false}
          maxLength={field.max}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
        />
        {error && (
          <Text id={`${name}-error`} c="red" fw="medium">
            {t(error)}
          </Text>
        )}
        {failure && (
          <Notice c="red" role="alert">
            {t(failure)}
          </Notice>
        )}
        <button type="submit" className={`${styles["button"]} ${styles["primary"]}`} aria-busy={isWaiting}>
          {button}
        </button>
      </Stack>
    </form>
  );
}

function ResendCodeButton({ code, onSend }: { code: SentTicketCode; onSend: () => Promise<void> }) {
  const [failure, setFailure] = useState<string>();
  const waitSeconds = Math.ceil((Date.parse(code.resend_at) - useNow(1_000).getTime()) / 1_000);

  async function send(): Promise<void> {
    setFailure(undefined);
    await onSend().catch((thrown: unknown) => setFailure(getMessage(thrown)));
  }

  return (
    <>
      {failure && (
        <Notice c="red" role="alert">
          {t(failure)}
        </Notice>
      )}
      <button type="button" className={styles["button"]} disabled={waitSeconds > 0} onClick={() => void send()}>
        {waitSeconds > 0 ? t("Resend in {seconds} s", { seconds: waitSeconds }) : t("Resend OTP")}
      </button>
    </>
  );
}
