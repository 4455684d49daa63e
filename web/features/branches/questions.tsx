// Questions and answers of the branch's public page.
import { Button } from "@mantine/core";
import { useState } from "react";
import { IconPlus } from "@tabler/icons-react";
import { type BranchQuestion, questionFields } from "#domain/site/branch-questions.ts";
import * as limits from "#domain/limits.ts";
import { updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { truncate } from "#domain/text/truncate.ts";

export function QuestionsSection({ branch, questions }: { branch: number; questions: readonly BranchQuestion[] }) {
  /** Index of the edited question; that of a new one is the number of questions. */
  const [edited, setEdited] = useState<number>();
  const current = edited === undefined ? undefined : questions[edited];

  async function save(next: BranchQuestion[]): Promise<void> {
    await updateItem("Branch", branch, { questions: next });
    showSuccess("DATA_UPDATED");
    setEdited(undefined);
    await queryClient.invalidateQueries();
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="questions">
          Questions and answers
        </SectionLink>
      }
    >
      {questions.length === 0 && <Text c="dimmed">No questions yet. Answer what customers ask at the gate.</Text>}
      {questions.length > 0 && (
        <RowList label="Questions" isFramed={false}>
          {questions.map(({ question, answer }, index) => (
            <Row key={question}>
              <RowButton onPress={() => setEdited(index)}>{question}</RowButton>
              <Text size="sm" c="dimmed">
                {truncate(answer)}
              </Text>
            </Row>
          ))}
        </RowList>
      )}
      {questions.length < limits.questions && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setEdited(questions.length)}
        >
          Add question
        </Button>
      )}
      {edited !== undefined && (
        <Sheet isOpen title={current ? "Edit question" : "New question"} onClose={() => setEdited(undefined)}>
          <Form
            fields={questionFields}
            initial={current ?? {}}
            onSubmit={({ question, answer }) => {
              const typed = { question: String(question).trim(), answer: String(answer).trim() };
              return save(current ? questions.with(edited, typed) : [...questions, typed]);
            }}
          >
            <Stack>
              <FormField name="question" />
              <FormField name="answer" widget="long-text" />
              <SubmitButton size="lg">Save question</SubmitButton>
              {current && (
                <AsyncButton variant="default" size="lg" onPress={() => save(questions.toSpliced(edited, 1))}>
                  Remove question
                </AsyncButton>
              )}
            </Stack>
          </Form>
        </Sheet>
      )}
    </Card>
  );
}
