// Form of a new or existing webhook: address, events and branches.
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { WebhookEndpoints } from "#domain/integrations/webhooks/webhooks.collection.ts";
import {
  type EventObjectName,
  eventObjects,
  type EventTypeName,
  eventTypeNames,
  eventTypes,
} from "#domain/integrations/webhooks/event-types.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { BranchChoice } from "#web/features/integrations/branch-choice.tsx";
import { ShownOnce } from "#web/features/integrations/shown-once.tsx";
import { endpointCollection, type WebhookEndpoint } from "#web/features/integrations/webhook-api.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, type SubmittedValues } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const { url, description } = WebhookEndpoints.fields;
const fields = { url, description };
const objectNames = Object.keys(eventObjects).filter((name): name is EventObjectName => isKeyOf(eventObjects, name));

export function WebhookForm({ endpoint, onDone }: { endpoint?: WebhookEndpoint; onDone: () => void }) {
  const { branch } = useBranch();
  const [types, setTypes] = useState<readonly EventTypeName[]>(
    eventTypeNames.filter((type) => endpoint?.event_types.includes(type)),
  );
  const [isForAll, setIsForAll] = useState(!endpoint?.branches);
  const [branches, setBranches] = useState<readonly number[]>(endpoint?.branches ?? [branch.id]);
  const [secret, setSecret] = useState("");

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    const body = { ...values, event_types: [...types], branches: isForAll ? null : [...branches] };
    if (endpoint) {
      await call({ route: "POST /actions/webhooks/:id/change", id: endpoint.id, body });
      showSuccess("Webhook changed");
      onDone();
    } else setSecret((await call({ route: "POST /actions/webhooks", body })).secret);
    await refreshItems(endpointCollection);
  }

  if (secret)
    return (
      <ShownOnce noun="signing secret" value={secret} onDone={onDone}>
        The receiver verifies with it that a request comes from here. The API reference shows how.
      </ShownOnce>
    );
  const initial = endpoint && { url: endpoint.url, description: endpoint.description ?? "" };
  return (
    <Form fields={fields} initial={initial} onSubmit={submit}>
      <Stack>
        <FormField name="url" placeholder="https://example.com/chaavi" autoFocus />
        <FormField name="description" placeholder="Accounting" />
        <Text c="dimmed">Choose at least one event.</Text>
        {objectNames.map((object) => (
          <EventChoice key={object} object={object} chosen={types} onChoose={setTypes} />
        ))}
        <Checkbox
          size="md"
          label="All branches, also later ones"
          checked={isForAll}
          onChange={(event) => setIsForAll(event.currentTarget.checked)}
        />
        {!isForAll && <BranchChoice chosen={branches} onChoose={setBranches} />}
        <SubmitButton disabled={types.length === 0 || (!isForAll && branches.length === 0)}>
          {endpoint ? "Save" : "Create webhook"}
        </SubmitButton>
      </Stack>
    </Form>
  );
}

function EventChoice({
  object,
  chosen,
  onChoose,
}: {
  object: EventObjectName;
  chosen: readonly EventTypeName[];
  onChoose: (chosen: readonly EventTypeName[]) => void;
}) {
  const names = eventTypeNames.filter((name) => eventTypes[name].object === object);
  const others = chosen.filter((name) => !names.includes(name));
  const count = chosen.length - others.length;
  return (
    <Stack component="fieldset" gap="0">
      <legend>
        <strong>{eventObjects[object].label}</strong>
      </legend>
      <Checkbox
        size="md"
        label={`All events of ${eventObjects[object].label.toLowerCase()}`}
        checked={count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={(event) => onChoose(event.currentTarget.checked ? [...others, ...names] : others)}
      />
      {names.map((name) => (
        <Checkbox
          key={name}
          size="md"
          ml="xl"
          label={
            <>
              {eventTypes[name].label} <code>{name}</code>
            </>
          }
          checked={chosen.includes(name)}
          onChange={(event) =>
            onChoose(event.currentTarget.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
          }
        />
      ))}
    </Stack>
  );
}
