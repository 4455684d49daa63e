// Whether publishing requires two approvals: turned on and off by two persons.
import { useState } from "react";
import { changeReason } from "#domain/schema/action-fields.ts";
import { createItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import {
  ProposeButton,
  type TwoPersonChange,
  TwoPersonChanges,
} from "#web/features/platform/two-person/two-person-changes.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = { reason: changeReason };
const describeRule = ({ publishing_takes_two: isOn }: TwoPersonChange): string[] => [
  isOn ? "Require two approvals to publish" : "One approval is enough to publish",
];

export function PublishingRule({ isOn }: { isOn: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Text>
        {isOn
          ? "Two approvals are required to publish: after the first one, a second verifier must also approve."
          : "One approval is enough to publish."}
      </Text>
      <TwoPersonChanges subject="publishing_rule" describe={describeRule}>
        <ProposeButton onPress={() => setIsOpen(true)}>Propose a change</ProposeButton>
      </TwoPersonChanges>
      <Sheet
        isOpen={isOpen}
        title={isOn ? "Let one approval publish?" : "Require two approvals to publish?"}
        onClose={() => setIsOpen(false)}
      >
        <Form
          fields={fields}
          onSubmit={async ({ reason }) => {
            await createItem("Two_Person_Changes", {
              subject: "publishing_rule",
              publishing_takes_two: !isOn,
              reason,
            });
            await queryClient.invalidateQueries({ queryKey: ["items"] });
            showSuccess("Proposed. Waiting for a second person");
            setIsOpen(false);
          }}
        >
          <Stack>
            <Text c="dimmed">It takes effect when a second person confirms it.</Text>
            <FormField name="reason" widget="long-text" />
            <SubmitButton>Propose</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </>
  );
}
