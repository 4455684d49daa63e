// State of the SMS with the OTP and the link; one that was not sent can be sent again.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { IconMessageOff } from "@tabler/icons-react";
import { call } from "#web/api/call.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { resendMessage } from "#web/features/valet/api.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue } from "#web/ui/data/key-value-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { t } from "#web/languages/t.ts";

/** While it waits to be sent. Only some users can read the outbox, so that no live event tells all of them. */
const refreshMs = 3_000;

type MessageTicket = Pick<Ticket, "id" | "Customer_Phone_Number" | "otp_renewed_at">;

/** A renewed code is another message. */
function ticketMessageQuery({ id, Customer_Phone_Number: phone, otp_renewed_at: renewedAt }: MessageTicket) {
  return queryOptions({
    queryKey: ["items", "Outbox", "ticket", id, phone, renewedAt],
    queryFn: ({ signal }) => call({ route: "GET /actions/valet/:id/message", id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "waiting" ? refreshMs : false),
  });
}

/** Sends the SMS again; the customer then has a new OTP and link. */
export async function resendTicketMessage(ticket: Pick<Ticket, "id">): Promise<void> {
  await resendMessage(ticket.id);
  showSuccess(t("SMS is being sent"));
}

/** For an open ticket whose customer has not got the OTP. */
export function UnsentMessageNotice({ ticket, canResend }: { ticket: MessageTicket; canResend: boolean }) {
  const { data: message } = useQuery(ticketMessageQuery(ticket));
  if (!message || message.status === "sent") return null;
  // One that waits has an error once an attempt has failed, as while the SMS service is down.
  const isWaiting = message.status === "waiting";
  if (isWaiting && !message.error) return null;
  return (
    <Notice
      c="red"
      icon={IconMessageOff}
      role="status"
      actions={
        canResend && (
          <AsyncButton variant="default" onPress={() => resendTicketMessage(ticket)}>
            {t("Send again")}
          </AsyncButton>
        )
      }
    >
      {t(isWaiting ? "SMS to {phone} not sent yet" : "SMS to {phone} not sent", {
        phone: ticket.Customer_Phone_Number,
      })}
      {message.error ? `: ${message.error.replace(/\.$/, "")}` : ""}.{" "}
      {t(isWaiting ? "It is tried again automatically." : "Check the number with the customer.")}
    </Notice>
  );
}

const statusLabels = {
  waiting: { label: "Being sent" },
  sent: { label: "Sent" },
  failed: { label: "Not sent" },
  expired: { label: "Not sent" },
} as const;

/** 'Sent 2026/11/21 10:40 AM'. */
export function MessageKeyValue({ ticket }: { ticket: MessageTicket }) {
  const { zone } = useBranch();
  const { data: message } = useQuery(ticketMessageQuery(ticket));
  if (!message) return null;
  return (
    <KeyValue label={t("SMS with OTP")}>
      {message.status === "waiting" && message.error ? t("Not sent yet") : t(statusLabels[message.status].label)}
      {message.status === "sent" && (
        <>
          {" "}
          <DateTime at={message.at} zone={zone} />
        </>
      )}
    </KeyValue>
  );
}
