// Everything that was done with a submission, the newest first: from the log that every write leaves.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import type { Filter, Row } from "#domain/collection.ts";
import { isSubmissionField, labelOfSubmission } from "#domain/submission.ts";
import { itemsQuery } from "#web/items/items.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Moment } from "#web/ui/time.tsx";
import { valueInWords } from "#web/ui/submission/words.ts";
import type { Subject } from "#web/features/platform/submissions.ts";
import styles from "#web/features/platform/platform.module.css";

interface ActivityWire {
  id: number;
  action: "create" | "update" | "delete";
  timestamp: string;
  collection: string;
  user: { first_name: string } | null;
  revisions: { delta: Row }[];
}

const things: { [collection: string]: string } = {
  Companies: "Company",
  Branch: "Branch",
  Onboarding_Reviews: "Decision",
  Change_Requests: "Request for a change",
  Area_Request_List: "Request for an area",
};
const verbs = { create: "made", update: "changed", delete: "removed" } as const;
const shown = 100;

export function ActivityButton({ subject }: { subject: Subject }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconHistory size={20} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Activity
      </Button>
      <Sheet isOpen={isOpen} title="What was done" onClose={() => setIsOpen(false)}>
        <Log subject={subject} />
      </Sheet>
    </>
  );
}

function Log({ subject: { company, branch } }: { subject: Subject }) {
  const about: Filter =
    branch === undefined ? { company: { _eq: company }, branch: { _null: true } } : { branch: { _eq: branch } };
  const filter: Filter = { ...about, collection: { _in: Object.keys(things) } };
  const { data, error, refetch } = useQuery({
    ...itemsQuery<ActivityWire>("activity", {
      filter,
      fields: ["id", "action", "timestamp", "collection", "user.first_name", "revisions.delta"],
      sort: ["-id"],
      limit: shown,
    }),
    // Nothing tells of the log itself: it is read when it is opened.
    staleTime: 0,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  if (data.length === 0) return <p className={styles["soft"]}>Nothing has been written down yet.</p>;
  return (
    <ol className={styles["plain"]}>
      {data.map((done) => (
        <li key={done.id} className={styles["decided"]}>
          <strong>
            {things[done.collection]} {verbs[done.action]}
          </strong>
          {fieldsOf(done).map((words) => (
            <p key={words}>{words}</p>
          ))}
          <span className={styles["soft"]}>
            {done.user?.first_name ?? "The product"}, <Moment at={done.timestamp} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What a change set; of what was made, that it was made says enough. */
function fieldsOf({ action, collection, revisions }: ActivityWire): string[] {
  if (action !== "update" || (collection !== "Companies" && collection !== "Branch")) return [];
  const kind = collection === "Companies" ? "company" : "branch";
  return Object.entries(revisions[0]?.delta ?? {})
    .filter(([name]) => isSubmissionField(kind, name))
    .map(([name, value]) => {
      const said =
        typeof value === "object" && value !== null ? "changed" : (valueInWords({ kind, name, value }) ?? "nothing");
      return `${labelOfSubmission(kind, name)} → ${said}`;
    });
}
