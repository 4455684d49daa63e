// Tells who can read the outbox that the customer did not get the SMS with the OTP.
import { useQuery } from "@tanstack/react-query";
import { IconMessageOff } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { NoticeLink } from "#web/ui/notice-link.tsx";

export function UnsentMessageNotice({ ticket }: { ticket: Ticket }) {
  const { branch, path } = useBranch();
  const session = useRequiredSession();
  useLiveCollections("Outbox");
  const { data } = useQuery({
    ...itemsQuery("Outbox", {
      filter: {
        branch: { _eq: branch.id },
        recipient: { _eq: ticket.Customer_Phone_Number },
        template: { _eq: "valet-ticket" },
        date_created: { _gte: ticket.date_created },
      },
      fields: ["status", "last_error"],
      sort: ["-id"],
      limit: 1,
    }),
    enabled: can(session, "message.manage") && !ticket.out_time,
  });
  const message = data?.[0];
  if (message?.status !== "failed" && message?.status !== "expired") return null;
  return (
    <NoticeLink c="red" icon={IconMessageOff} to={path("outbox?show=failed")}>
      SMS to {ticket.Customer_Phone_Number} not sent{message.last_error ? `: ${message.last_error}` : ""}. Tell the
      customer the OTP, or issue a new one.
    </NoticeLink>
  );
}
