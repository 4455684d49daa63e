// Which verifier works on a review: seen by the others in the queue and on its page.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconUserCheck, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Filter } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";
import { capitalize } from "#domain/text/labels.ts";
import { createItem, deleteItem, itemsQuery } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { toSubjectFilter, toSubjectsFilter, type SubmissionRef } from "#web/features/platform/review/submissions.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group } from "#web/ui/layout.tsx";
import { ConfirmSheet } from "#web/ui/overlays/confirm-sheet.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = ["id", "company", "branch", "user_created.id", "user_created.first_name"] as const;
type Assignment = WireRow<"Review_Assignments", typeof fields>;

function assignmentsQuery(filter: Filter) {
  return itemsQuery("Review_Assignments", { filter, fields, limit: 200 });
}

/** Returns a text for each assigned submission of a list, by the id of the company or branch. */
export function useAssignmentTexts(kind: SubmissionKind, ids: readonly number[]): ReadonlyMap<number, string> {
  const { user } = useRequiredSession();
  const { data = [] } = useQuery({ ...assignmentsQuery(toSubjectsFilter({ kind, ids })), enabled: ids.length > 0 });
  return new Map(data.map((one) => [one.branch ?? one.company, describeAssignment(one, user.id)]));
}

function describeAssignment({ user_created: verifier }: Assignment, ownId: string): string {
  return verifier?.id === ownId ? "assigned to you" : `assigned to ${verifier?.first_name ?? "a former verifier"}`;
}

/** Assigns a review to the reader, removes that, or takes it over from another verifier after a question. */
export function ReviewAssignment({ subject }: { subject: SubmissionRef }) {
  const { user } = useRequiredSession();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useQuery(assignmentsQuery(toSubjectFilter(subject)));
  if (!data) return null;
  const [assignment] = data;
  const text = assignment && describeAssignment(assignment, user.id);
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      showSuccess("DATA_UPDATED");
    } finally {
      // Shows who is assigned also if another verifier was faster.
      await refreshItems("Review_Assignments");
    }
  };
  const assign = () => createItem("Review_Assignments", { ...subject });
  if (!assignment || !text)
    return (
      <AsyncButton
        variant="default"
        size="md"
        leftSection={<IconUserPlus size={20} aria-hidden="true" />}
        onPress={() => change(assign)}
      >
        Assign to me
      </AsyncButton>
    );
  const isOwn = assignment.user_created?.id === user.id;
  const takeOver = async (): Promise<void> => {
    await deleteItem("Review_Assignments", assignment.id);
    await assign();
  };
  return (
    <Group gap="sm">
      <IconUserCheck size={20} aria-hidden="true" />
      <Text component="span">{capitalize(text)}</Text>
      {isOwn ? (
        <AsyncButton
          variant="default"
          size="md"
          onPress={() => change(() => deleteItem("Review_Assignments", assignment.id))}
        >
          Unassign
        </AsyncButton>
      ) : (
        <Button variant="default" size="md" onClick={() => setIsAsking(true)}>
          Take over
        </Button>
      )}
      <ConfirmSheet
        isOpen={isAsking}
        title="Take over this review?"
        action="Take over"
        onConfirm={() => change(takeOver).then(() => setIsAsking(false))}
        onClose={() => setIsAsking(false)}
      >
        It is {text}. They see that you have taken it over.
      </ConfirmSheet>
    </Group>
  );
}
