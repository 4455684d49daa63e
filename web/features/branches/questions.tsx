// Questions and answers of the branch's public page.
import { Button } from "@mantine/core";
import { useState } from "react";
import { IconPlus } from "@tabler/icons-react";
import { type BranchQuestion, getBranchQuestions, questionFields } from "#domain/site/branch-questions.ts";
import * as limits from "#domain/limits.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useUnchangedValue } from "#web/product/forms/use-edited-value.tsx";
import { editLists } from "#web/product/forms/edit-lists.ts";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { truncate } from "#domain/text/truncate.ts";

export function QuestionsSection({ branch, stored }: { branch: number; stored: BranchQuestion[] | null }) {
  const questions = getBranchQuestions(stored);
  /** The question that is edited; null for a new one. */
  const [edited, setEdited] = useState<string | null>();

  /** Others may have added and removed questions since the form was opened. */
  async function save(typed: BranchQuestion | undefined): Promise<void> {
    const index = questions.findIndex(({ question }) => question === edited);
    const next = questions.toSpliced(
      index < 0 ? questions.length : index,
      index < 0 ? 0 : 1,
      ...(typed ? [typed] : []),
    );
    await editLists({ branch, changes: { questions: next }, shown: { questions: stored } });
    setEdited(undefined);
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
          {questions.map(({ question, answer }) => (
            <Row key={question}>
              <RowButton onPress={() => setEdited(question)}>{question}</RowButton>
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
          onClick={() => setEdited(null)}
        >
          Add question
        </Button>
      )}
      {edited !== undefined && (
        <Sheet isOpen title={edited === null ? "New question" : "Edit question"} onClose={() => setEdited(undefined)}>
          <QuestionForm saved={questions.find(({ question }) => question === edited)} onSave={save} />
        </Sheet>
      )}
    </Card>
  );
}

interface QuestionFormProps {
  saved: BranchQuestion | undefined;
  /** Undefined removes it. */
  onSave: (typed: BranchQuestion | undefined) => Promise<void>;
}

function QuestionForm({ saved, onSave }: QuestionFormProps) {
  const [initial] = useState(saved);
  const assertUnchanged = useUnchangedValue(saved);
  async function save(typed: BranchQuestion | undefined): Promise<void> {
    assertUnchanged();
    await onSave(typed);
  }
  return (
    <Form
      fields={questionFields}
      initial={initial ?? {}}
      onSubmit={({ question, answer }) => save({ question: String(question).trim(), answer: String(answer).trim() })}
    >
      <Stack>
        <FormField name="question" />
        <FormField name="answer" widget="long-text" />
        <SubmitButton size="lg">Save question</SubmitButton>
        {initial && (
          <AsyncButton variant="default" size="lg" onPress={() => save(undefined)}>
            Remove question
          </AsyncButton>
        )}
      </Stack>
    </Form>
  );
}
