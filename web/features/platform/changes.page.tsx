// /platform/changes: what vendors want changed of what was verified: applied or refused, with a word.
import { Textarea } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconChecks } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Row } from "#domain/collection.ts";
import { errorText } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { changeRequestStates, type ChangeRequestStatus } from "#domain/rules/change-request.ts";
import { labelOfSubmission, type SubmissionKind } from "#domain/submission.ts";
import { areasQuery } from "#web/items/areas.ts";
import { pageQuery, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Since } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { valueInWords } from "#web/ui/submission/words.ts";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import styles from "#web/features/platform/platform.module.css";

interface ChangeRequestWire {
  id: number;
  status: ChangeRequestStatus;
  changes: Row;
  was: Row;
  note: string | null;
  answer: string | null;
  date_created: string;
  company: { id: number; name: string };
  branch: { id: number; name: string } | null;
  user_created: { first_name: string } | null;
}

const fields = [
  "id",
  "status",
  "changes",
  "was",
  "note",
  "answer",
  "date_created",
  "company.id",
  "company.name",
  "branch.id",
  "branch.name",
  "user_created.first_name",
];
const shown: readonly ChangeRequestStatus[] = ["draft", "published", "rejected", "archived"];

export function ChangesPage() {
  const [parameters, setParameters] = useSearchParams();
  const status = shown.find((one) => one === parameters.get("status")) ?? "draft";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const sort = [status === "draft" ? "id" : "-id"];
  const { data, error, refetch } = useQuery({
    ...pageQuery<ChangeRequestWire>("Change_Requests", { filter: { status: { _eq: status } }, fields, sort, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <DeskFrame title="Changes asked for">
      <Chips label="Show">
        {shown.map((one) => (
          <Chip
            key={one}
            label={changeRequestStates.states[one].name}
            isChosen={one === status}
            onPress={() => setParameters(one === "draft" ? {} : { status: one })}
          />
        ))}
      </Chips>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconChecks}
          title={status === "draft" ? "No change waits" : "None yet"}
          text="A vendor who wants to change a verified name, number or address shows here at once."
        />
      )}
      {data?.data.map((asked) => (
        <Asked key={asked.id} asked={asked} />
      ))}
      {data && data.count > limits.pageSize && (
        <Pages
          page={page}
          count={data.count}
          order={status === "draft" ? "oldest" : "newest"}
          onOpen={(next) => setParameters({ status, page: String(next) })}
        />
      )}
    </DeskFrame>
  );
}

function Asked({ asked }: { asked: ChangeRequestWire }) {
  const { company, branch, status, note } = asked;
  const { name, colour } = changeRequestStates.states[status];
  const about = `/platform/review?company=${company.id}${branch ? `&branch=${branch.id}` : ""}`;
  return (
    <Card className={styles["asked"]}>
      <div className={styles["askedHead"]}>
        <h2 className={styles["heading"]}>
          <Link to={about}>{[branch?.name, company.name].filter(Boolean).join(", ")}</Link>
        </h2>
        <StatusBadge label={name} colour={colour} />
      </div>
      <p className={styles["soft"]}>
        {asked.user_created?.first_name ?? "Somebody"}, <Since at={asked.date_created} />
      </p>
      <Differences kind={branch ? "branch" : "company"} asked={asked} />
      {note && (
        <p>
          <strong>Why:</strong> {note}
        </p>
      )}
      {status === "draft" ? (
        <Answer id={asked.id} subject={branch?.name ?? company.name} />
      ) : (
        asked.answer && <p className={styles["soft"]}>Answer: {asked.answer}</p>
      )}
    </Card>
  );
}

function Differences({ kind, asked }: { kind: SubmissionKind; asked: ChangeRequestWire }) {
  const areas = [asked.changes["area"], asked.was["area"]].filter((id): id is number => typeof id === "number");
  const { data: known = [] } = useQuery({
    ...areasQuery({ filter: { id: { _in: areas } } }),
    enabled: areas.length > 0,
  });
  const said = (name: string, value: unknown): string =>
    name === "area"
      ? (known.find(({ id }) => id === value)?.area_name ?? "None")
      : (valueInWords({ kind, name, value }) ?? "Nothing");
  return (
    <dl className={styles["differences"]}>
      {Object.entries(asked.changes).map(([name, value]) => (
        <div key={name}>
          <dt>{labelOfSubmission(kind, name)}</dt>
          <dd>
            <del>{said(name, asked.was[name])}</del> → <ins>{said(name, value)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Answer({ id, subject }: { id: number; subject: string }) {
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState<string>();

  async function send(status: "published" | "rejected"): Promise<void> {
    if (status === "rejected" && answer.trim() === "") return setError(errorText("REMARK_REQUIRED"));
    try {
      const body = { status, answer: answer.trim() || null };
      await updateItem("Change_Requests", id, body);
      showSuccess(status === "published" ? "CHANGE_APPLIED" : "CHANGE_REFUSED");
    } finally {
      void queryClient.invalidateQueries({ queryKey: ["items"] });
    }
  }

  return (
    <>
      <Textarea
        label={`Word to ${subject}`}
        description="Sent by mail to who asked. A refusal needs one."
        value={answer}
        error={error}
        maxLength={limits.reviewNote}
        autosize
        onChange={(event) => {
          setAnswer(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className={styles["pair"]}>
        <WaitingButton size="lg" variant="default" onPress={() => send("rejected")}>
          Refuse
        </WaitingButton>
        <WaitingButton size="lg" color="marigold" onPress={() => send("published")}>
          Apply
        </WaitingButton>
      </div>
    </>
  );
}
