// What the platform has verified of a company or branch: shown, and changed only by asking (docs/rules/change-requests.md).
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconClock, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import type { Fields, Row } from "#domain/collection.ts";
import { isGiven, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { changeRequestStates, type ChangeRequestStatus, verifiedFields } from "#domain/rules/change-request.ts";
import { fieldOfSubmission, labelOfSubmission, type SubmissionKind } from "#domain/submission.ts";
import { areaOption, areasQuery, type AreaWire } from "#web/items/areas.ts";
import { createItem, itemsQuery, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { HelpNote } from "#web/ui/help-note.tsx";
import { Card } from "#web/ui/page.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { valueInWords } from "#web/ui/submission/words.ts";
import { Moment } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

interface Asked {
  id: number;
  status: ChangeRequestStatus;
  changes: Row;
  answer: string | null;
  date_created: string;
  user_created: { first_name: string } | null;
}

interface VerifiedDetailsProps {
  kind: SubmissionKind;
  row: Row & { id: number };
  /** Of the company; a branch's is that of its row. */
  company: number;
  zone: string;
}

const note = text({ label: "Why", max: limits.reviewNote });

function labelled(kind: SubmissionKind): Fields {
  return Object.fromEntries(
    verifiedFields[kind].map((name) => [
      name,
      { ...fieldOfSubmission(kind, name), label: labelOfSubmission(kind, name) },
    ]),
  );
}

export function VerifiedDetails({ kind, row, company, zone }: VerifiedDetailsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const fields = labelled(kind);
  const { data: areas = [] } = useQuery({ ...areasQuery({ limit: 1_000 }), enabled: kind === "branch" });
  const about = kind === "branch" ? { branch: { _eq: row.id } } : { company: { _eq: row.id }, branch: { _null: true } };
  const { data: requests = [] } = useQuery(
    itemsQuery<Asked>("Change_Requests", {
      filter: about,
      fields: ["id", "status", "changes", "answer", "date_created", "user_created.first_name"],
      sort: ["-id"],
      limit: 3,
    }),
  );
  const waiting = requests.find(({ status }) => status === "draft");
  const said = (name: string, value: unknown): string => wordsOf({ kind, name, value, areas });
  return (
    <Card>
      <div className={styles["head"]}>
        <PartHeading menu={kind} edit="details">
          Details
        </PartHeading>
        <HelpNote title="Why can I not change these myself?">
          The platform has checked them against your documents, and your customers and invoices rely on them. Say what
          is to change and why; a verifier looks at it and applies it, as a rule within a working day. Until then all
          stays as it is.
        </HelpNote>
      </div>
      <dl className={styles["details"]}>
        {Object.keys(fields).map((name) => (
          <div key={name}>
            <dt>{fields[name]?.label}</dt>
            <dd>{said(name, row[name])}</dd>
          </div>
        ))}
      </dl>
      {waiting ? (
        <Waiting asked={waiting} fields={fields} said={said} />
      ) : (
        <Button
          variant="default"
          size="lg"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          onClick={() => setIsAsking(true)}
        >
          Ask for a change
        </Button>
      )}
      <Answers
        requests={requests.filter(({ status }) => status === "rejected" || status === "published")}
        zone={zone}
      />
      <Sheet isOpen={isAsking} title="Ask for a change" onClose={() => setIsAsking(false)}>
        <SettingsForm
          fields={{ ...fields, note }}
          row={row}
          verb="Send to the platform"
          said="REQUEST_SENT"
          onSave={async ({ note: why, ...changes }) => {
            const subject = kind === "branch" ? { company, branch: row.id } : { company };
            await createItem("Change_Requests", { ...subject, changes, note: why ?? null });
            setIsAsking(false);
          }}
        >
          {Object.keys(fields).map((name) => (
            <FormField
              key={name}
              name={name}
              {...(name === "area" ? { options: areas.map(areaOption) } : {})}
              {...(name === "address" ? { as: "long-text" as const } : {})}
            />
          ))}
          <FormField
            name="note"
            as="long-text"
            description="For the verifier: what happened, and which paper shows it."
          />
        </SettingsForm>
      </Sheet>
    </Card>
  );
}

function wordsOf({
  kind,
  name,
  value,
  areas,
}: { kind: SubmissionKind; name: string; value: unknown } & { areas: readonly AreaWire[] }): string {
  if (name === "area" && isGiven(value)) return areas.find(({ id }) => id === value)?.area_name ?? "…";
  return valueInWords({ kind, name, value }) ?? "Not given";
}

interface WaitingProps {
  asked: Asked;
  fields: Fields;
  said: (name: string, value: unknown) => string;
}

function Waiting({ asked, fields, said }: WaitingProps) {
  return (
    <div className={styles["waiting"]}>
      <p className={styles["waitingTitle"]}>
        <IconClock size={20} aria-hidden="true" />
        Waits for the platform
      </p>
      <ul>
        {Object.entries(asked.changes).map(([name, value]) => (
          <li key={name}>
            {fields[name]?.label ?? name}: <strong>{said(name, value)}</strong>
          </li>
        ))}
      </ul>
      <p>Asked by {asked.user_created?.first_name ?? "somebody"}.</p>
      <WaitingButton
        variant="default"
        size="md"
        onPress={async () => {
          await updateItem("Change_Requests", asked.id, { status: "archived" });
          await queryClient.invalidateQueries();
        }}
      >
        Take it back
      </WaitingButton>
    </div>
  );
}

function Answers({ requests, zone }: { requests: readonly Asked[]; zone: string }) {
  if (requests.length === 0) return null;
  return (
    <ul className={styles["rows"]} aria-label="What was answered">
      {requests.map(({ id, status, answer, date_created: at }) => (
        <li key={id} className={styles["change"]}>
          <StatusBadge
            label={changeRequestStates.states[status].name}
            colour={changeRequestStates.states[status].colour}
          />{" "}
          <span className={styles["soft"]}>
            asked <Moment at={at} zone={zone} />
          </span>
          {answer && <p>{answer}</p>}
        </li>
      ))}
    </ul>
  );
}
