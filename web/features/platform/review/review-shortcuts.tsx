// The keyboard's part of a review, and the sheet that names its keys.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { reviewKeys, useReviewKeys } from "#web/features/platform/review/review-keys.ts";
import { reviewTimesQuery, type SubmissionRef } from "#web/features/platform/review/submissions.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

const listFields = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-reviewed-field]")];
const getFocusedField = (): HTMLElement | undefined =>
  listFields().find((field) => field.contains(document.activeElement));

/** Moves the focus to the button that accepts the next or previous field; to the first one if none has the focus. */
function moveToField(by: 1 | -1): void {
  const fields = listFields();
  const current = getFocusedField();
  const next = current ? fields[fields.indexOf(current) + by] : fields[0];
  next?.querySelector<HTMLElement>("[data-accept]")?.focus();
}

const pressIn = (selector: string) => () => getFocusedField()?.querySelector<HTMLElement>(selector)?.click();

export function ReviewShortcuts({ subject }: { subject: SubmissionRef }) {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const { data } = useQuery(reviewTimesQuery);

  function moveToSubmission(by: 1 | -1): void {
    if (!data) return;
    const { waiting } = data;
    const index = waiting.findIndex(
      ({ company, branch }) => company === subject.company && branch === (subject.branch ?? null),
    );
    // From a submission that is decided already: the one that waits longest.
    const next = index < 0 ? waiting[0] : waiting[index + by];
    if (!next)
      return showSuccess(by === 1 ? "This is the last one under review" : "This is the first one under review");
    void navigate(`/platform/review?company=${next.company}${next.branch === null ? "" : `&branch=${next.branch}`}`);
  }

  useReviewKeys({
    j: () => moveToField(1),
    k: () => moveToField(-1),
    a: pressIn("[data-accept]"),
    r: pressIn("[data-remark]"),
    n: () => moveToSubmission(1),
    p: () => moveToSubmission(-1),
    "?": () => setIsOpen(true),
  });

  return (
    <>
      <Button variant="subtle" onClick={() => setIsOpen(true)}>
        Keyboard shortcuts (?)
      </Button>
      <Sheet isOpen={isOpen} title="Keyboard shortcuts" onClose={() => setIsOpen(false)}>
        <KeyValueList>
          {reviewKeys.map(({ keys, does }) => (
            <KeyValue key={keys} label={keys}>
              {does}
            </KeyValue>
          ))}
        </KeyValueList>
      </Sheet>
    </>
  );
}
