// /platform/messages: what is written to the platform from its public pages.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconMessages } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { limits } from "#domain/limits.ts";
import { pageQuery, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { Card } from "#web/ui/page.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Since } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import styles from "#web/features/platform/platform.module.css";

interface EnquiryWire {
  id: number;
  kind: "business" | "suggestion";
  name: string;
  email: string;
  phone: string | null;
  organisation: string | null;
  city: string | null;
  message: string;
  is_answered: boolean;
  date_created: string;
}

export function MessagesPage() {
  const [parameters, setParameters] = useSearchParams();
  const isAnswered = parameters.get("show") === "answered";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const show = isAnswered ? { show: "answered" } : {};
  const filter = { is_answered: { _eq: isAnswered } };
  const { data, error, refetch } = useQuery({
    ...pageQuery<EnquiryWire>("Enquiries", { filter, sort: [isAnswered ? "-id" : "id"], page }),
    placeholderData: keepPreviousData,
  });
  return (
    <DeskFrame title="Messages">
      <Chips label="Show">
        <Chip label="Open" isChosen={!isAnswered} onPress={() => setParameters({})} />
        <Chip label="Answered" isChosen={isAnswered} onPress={() => setParameters({ show: "answered" })} />
      </Chips>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconMessages}
          title={isAnswered ? "None answered yet" : "No message waits"}
          text="What is written on the pages for business affiliation and for suggestions comes here."
        />
      )}
      {data?.data.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      {data && data.count > limits.pageSize && (
        <Pages
          page={page}
          count={data.count}
          order={isAnswered ? "newest" : "oldest"}
          onOpen={(next) => setParameters({ ...show, page: String(next) })}
        />
      )}
    </DeskFrame>
  );
}

function Message({ message }: { message: EnquiryWire }) {
  const { id, name, email, phone, is_answered: isAnswered } = message;
  const about = message.kind === "business" ? "Working together" : "A suggestion";
  return (
    <Card className={styles["asked"]}>
      <div className={styles["askedHead"]}>
        <h2 className={styles["heading"]}>{[name, message.organisation, message.city].filter(Boolean).join(", ")}</h2>
        <span className={styles["soft"]}>
          {about}, <Since at={message.date_created} />
        </span>
      </div>
      <p className={styles["written"]}>{message.message}</p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
        {phone && (
          <>
            {" · "}
            <a href={`tel:+91${phone}`} className="figures">
              {phone}
            </a>
          </>
        )}
      </p>
      <WaitingButton
        variant="default"
        size="md"
        onPress={async () => {
          await updateItem("Enquiries", id, { is_answered: !isAnswered });
          await queryClient.invalidateQueries({ queryKey: ["items", "Enquiries"] });
        }}
      >
        {isAnswered ? "Open it again" : "It is answered"}
      </WaitingButton>
    </Card>
  );
}
