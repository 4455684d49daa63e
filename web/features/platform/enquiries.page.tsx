// /platform/messages: enquiries sent from the public pages, answered by email.
import type { WireRow } from "#domain/schema/registry.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconMessages } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { enquiryKindLabels } from "#domain/platform/enquiry.ts";
import { Enquiries } from "#domain/platform/enquiries.collection.ts";
import { pageQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Button } from "@mantine/core";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Text } from "#web/ui/text.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";

type Enquiry = WireRow<"Enquiries">;

export function EnquiriesPage() {
  const [parameters, setParameters] = useSearchParams();
  const isAnswered = parameters.get("show") === "answered";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const showParameter = isAnswered ? { show: "answered" } : {};
  const filter = { is_answered: { _eq: isAnswered } };
  const { data, error, refetch } = useQuery({
    ...pageQuery("Enquiries", { filter, sort: [isAnswered ? "-id" : "id"], page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Enquiries">
      <FilterChipGroup label="Status">
        <FilterChip label="Open" isChosen={!isAnswered} onPress={() => setParameters({})} />
        <FilterChip label="Answered" isChosen={isAnswered} onPress={() => setParameters({ show: "answered" })} />
      </FilterChipGroup>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconMessages}
          title={isAnswered ? "No answered enquiries" : "No open enquiries"}
          text="Messages from the business enquiry and suggestion pages appear here."
        />
      )}
      {data?.data.map((enquiry) => (
        <EnquiryCard key={enquiry.id} enquiry={enquiry} />
      ))}
      {data && (
        <Pagination
          page={page}
          count={data.count}
          order={isAnswered ? "newest" : "oldest"}
          onPageChange={(next) => setParameters({ ...showParameter, page: String(next) })}
          isHiddenIfSingle
        />
      )}
    </Page>
  );
}

function EnquiryCard({ enquiry }: { enquiry: Enquiry }) {
  const { id, kind, name, email, phone, answer, is_answered: isAnswered } = enquiry;
  const [isAnswering, setAnswering] = useState(false);
  return (
    <Card title={[name, enquiry.organisation, enquiry.city].filter(Boolean).join(", ")} gap="sm">
      <Text c="dimmed">
        {enquiryKindLabels[kind]}, <RelativeTime at={enquiry.date_created} />
      </Text>
      <PlainText text={enquiry.message} />
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
      {answer && (
        <>
          <Text c="dimmed">Answer sent by email</Text>
          <PlainText text={answer} />
        </>
      )}
      {isAnswering && !isAnswered ? (
        <AnswerForm enquiry={enquiry} onClose={() => setAnswering(false)} />
      ) : (
        <Group>
          {!isAnswered && (
            // Not the primary colour: the page has several of them.
            <Button size="md" color="ink" onClick={() => setAnswering(true)}>
              Answer by email
            </Button>
          )}
          <AsyncButton
            variant="default"
            size="md"
            onPress={async () => {
              await updateItem("Enquiries", id, { is_answered: !isAnswered });
              await refreshItems("Enquiries");
            }}
          >
            {isAnswered ? "Reopen" : "Mark as answered"}
          </AsyncButton>
        </Group>
      )}
    </Card>
  );
}

const PlainText = ({ text }: { text: string }) => (
  <Text style={{ whiteSpace: "pre-wrap" }}>
    <LongText>{text}</LongText>
  </Text>
);

const answerFields = { answer: { ...Enquiries.fields.answer, required: true } };

function AnswerForm({ enquiry: { id, email }, onClose }: { enquiry: Enquiry; onClose: () => void }) {
  async function send({ answer }: { answer: string | null }): Promise<void> {
    await updateItem("Enquiries", id, { answer, is_answered: true });
    showSuccess("MESSAGE_RECEIVED");
    await refreshItems("Enquiries");
  }

  return (
    <Form fields={answerFields} onSubmit={send}>
      <Stack gap="sm">
        <FormField
          name="answer"
          widget="long-text"
          description={`Sent to ${email} with a greeting and the message.`}
          autoFocus
        />
        <Group>
          <SubmitButton size="md" fullWidth={false}>
            Send answer
          </SubmitButton>
          <Button size="md" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
