// §1: on every page of a branch: who of the platform reads it, why and until when, and who asks to.
import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { IconEye } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { formatTime } from "#domain/dates.ts";
import { supportRequestMs } from "#domain/platform/support-access.ts";
import type { Filter } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { queryClient, refreshItems } from "#web/api/query-client.ts";
import { type Session, sessionQuery } from "#web/api/session.ts";
import { leaveAsSupport, onSupportChangeInOtherTab } from "#web/api/support-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useNow } from "#web/ui/use-now.ts";

export function SupportNotice({ session }: { session: Session }) {
  if (session.support) return <OwnAccess session={session} expiresAt={session.support.expiresAt} />;
  return session.branch && <Accesses session={session} branch={session.branch.id} />;
}

/** For the supporter. */
function OwnAccess({ session, expiresAt }: { session: Session; expiresAt: string }) {
  const isOver = useNow() >= new Date(expiresAt);
  useEffect(() => onSupportChangeInOtherTab(() => void queryClient.invalidateQueries(sessionQuery)), []);
  return (
    <Notice
      c="blue"
      icon={IconEye}
      role="status"
      actions={
        <AsyncButton isReading onPress={() => leaveAsSupport(session)}>
          Leave branch
        </AsyncButton>
      }
    >
      {isOver ? (
        <strong>Your support access has ended.</strong>
      ) : (
        <>
          <strong>You read this branch as support until {formatUntil(session, expiresAt)}.</strong> Nothing can be
          changed. Its people see that you are here.
        </>
      )}
    </Notice>
  );
}

const fields = [
  "id",
  "reason",
  "status",
  "supporter_name",
  "opened_at",
  "expires_at",
  "branch.id",
  "branch.name",
] as const;
type Access = WireRow<"Support_Access", typeof fields>;

const formatUntil = ({ branch }: Session, at: string): string =>
  formatTime({ at: new Date(at), zone: branch?.time_zone });

function Accesses({ session, branch }: { session: Session; branch: number }) {
  useLiveCollections("Support_Access");
  const now = useNow();
  const mayAnswer = can(session, "support.answer");
  const open: Filter = { status: { _eq: "open" }, expires_at: { _gt: "$NOW" } };
  const askedSince = `$NOW(-${supportRequestMs / 3_600_000} hours)`;
  // Whoever answers sees those of all branches of the company, which its rows are limited to; others see no requests.
  const filter: Filter = mayAnswer
    ? { _or: [open, { status: { _eq: "requested" }, date_created: { _gt: askedSince } }] }
    : { branch: { _eq: branch }, ...open };
  const { data: accesses = [] } = useQuery(
    itemsQuery("Support_Access", {
      filter,
      fields,
      sort: ["id"],
      limit: 10,
    }),
  );
  return accesses
    .filter(({ status, expires_at: until }) =>
      status === "requested" ? mayAnswer : until !== null && now < new Date(until),
    )
    .map((access) => (
      <OneAccess
        key={access.id}
        access={access}
        session={session}
        place={access.branch.id === branch ? "this branch" : access.branch.name}
        mayAnswer={mayAnswer}
      />
    ));
}

function OneAccess({
  access,
  session,
  place,
  mayAnswer,
}: {
  access: Access;
  session: Session;
  place: string;
  mayAnswer: boolean;
}) {
  const { id, status, reason, expires_at: until } = access;
  const name = access.supporter_name ?? "Somebody";
  const answer = async (change: "open" | "declined" | "ended", text: string): Promise<void> => {
    try {
      await updateItem("Support_Access", id, { status: change });
      showSuccess(text);
    } finally {
      await refreshItems("Support_Access");
    }
  };
  if (status === "requested")
    return (
      <Notice
        icon={IconEye}
        role="status"
        actions={
          <Group wrap="nowrap" gap="xs">
            <AsyncButton variant="default" onPress={() => answer("declined", "Support access declined")}>
              Decline
            </AsyncButton>
            <AsyncButton color="marigold" onPress={() => answer("open", "Support access opened for one hour")}>
              Approve
            </AsyncButton>
          </Group>
        }
      >
        <strong>
          {name} of Chaavi asks to read {place} for one hour.
        </strong>{" "}
        Reason: {reason}. Nothing can be changed, and you can end it at any time.
      </Notice>
    );
  return (
    <Notice
      c="blue"
      icon={IconEye}
      role="status"
      actions={
        mayAnswer && (
          <AsyncButton variant="default" onPress={() => answer("ended", "Support access ended")}>
            End access
          </AsyncButton>
        )
      }
    >
      <strong>
        {name} of Chaavi reads {place} as support until {until && formatUntil(session, until)}.
      </strong>{" "}
      Reason: {reason}. Nothing can be changed.
    </Notice>
  );
}
