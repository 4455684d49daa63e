// Activity log of a submission, newest first, read from the `activity` collection.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import type { Filter } from "#domain/schema/collection.ts";
import { isSubmissionField, getSubmissionLabel } from "#domain/onboarding/submission.ts";
import { itemsQuery } from "#web/api/items.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { formatSubmissionValue } from "#web/product/submission/labels.ts";
import type { SubmissionRef } from "#web/features/platform/review/submissions.ts";
import { Text } from "#web/ui/text.tsx";
import { Stack } from "#web/ui/layout.tsx";

const collectionLabels: { [collection: string]: string } = {
  Companies: "Company",
  Branch: "Branch",
  Onboarding_Reviews: "Review decision",
  Change_Requests: "Change request",
  Area_Request_List: "Area request",
};
const actionLabels: { [action: string]: string } = { create: "created", update: "changed", delete: "deleted" };
const maxShown = 100;
const activityFields = [
  "id",
  "action",
  "timestamp",
  "collection",
  "branch",
  "user.first_name",
  "revisions.delta",
] as const;
type ActivityEntry = WireRow<"activity", typeof activityFields>;

interface ActivityLogProps {
  /** Rows of the activity log. */
  filter: Filter;
  /** Names the branch of an entry, where the log contains several. */
  getPlace?: ((branch: number | null) => string | undefined) | undefined;
}

export function getSubmissionActivityFilter({ company, branch }: SubmissionRef): Filter {
  return branch === undefined ? { company: { _eq: company }, branch: { _null: true } } : { branch: { _eq: branch } };
}

export function ActivityButton(props: ActivityLogProps) {
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
      <Sheet isOpen={isOpen} title="Activity log" onClose={() => setIsOpen(false)}>
        <ActivityLog {...props} />
      </Sheet>
    </>
  );
}

function ActivityLog({ filter, getPlace }: ActivityLogProps) {
  const { data, error, refetch } = useQuery({
    ...itemsQuery("activity", {
      filter: { ...filter, collection: { _in: Object.keys(collectionLabels) } },
      fields: activityFields,
      sort: ["-id"],
      limit: maxShown,
    }),
    // The log has no live updates: it is fetched each time it is opened.
    staleTime: 0,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  if (data.length === 0) return <Text c="dimmed">No activity yet.</Text>;
  return (
    <Stack component="ol">
      {data.map((entry) => (
        <Stack key={entry.id} component="li" gap="2xs">
          <strong>
            {collectionLabels[entry.collection ?? ""]} {actionLabels[entry.action]}
          </strong>
          {getChangedFields(entry).map((change) => (
            <p key={change}>{change}</p>
          ))}
          <Text component="span" c="dimmed">
            {[entry.user?.first_name ?? "System", getPlace?.(entry.branch)].filter(Boolean).join(", ")},{" "}
            <DateTime at={entry.timestamp} />
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}

/** Changed fields with their new values; empty for created and deleted rows. */
function getChangedFields({ action, collection, revisions }: ActivityEntry): string[] {
  if (action !== "update" || (collection !== "Companies" && collection !== "Branch")) return [];
  const kind = collection === "Companies" ? "company" : "branch";
  const delta = revisions[0]?.delta ?? {};
  if ("suspension_reason" in delta) {
    const reason = delta["suspension_reason"];
    return [typeof reason === "string" ? `Suspended: ${reason}` : "Resumed"];
  }
  return Object.entries(delta)
    .filter(([name]) => isSubmissionField(kind, name))
    .map(([name, value]) => {
      const newValue =
        typeof value === "object" && value !== null
          ? "changed"
          : (formatSubmissionValue({ kind, name, value }) ?? "empty");
      return `${getSubmissionLabel(kind, name)} → ${newValue}`;
    });
}
