// §7: creates an API token with a name, role and branches; displays it once.
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { roles } from "#domain/access/roles.ts";
import { type TokenArea, tokenAreaNames, tokenAreas } from "#domain/integrations/token-areas.ts";
import { IntegrationTokens } from "#domain/integrations/integration-tokens.collection.ts";
import { defaultTokenRole, tokenRoles } from "#domain/people/invitation.ts";
import { choice } from "#domain/schema/fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { BranchChoice } from "#web/features/integrations/branch-choice.tsx";
import { ShownOnce } from "#web/features/integrations/shown-once.tsx";
import { useBranch } from "#web/api/use-session.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Form, SubmitButton, type SubmittedValues } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showError } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const { name, expires_at } = IntegrationTokens.fields;
const fields = {
  name: { ...name, required: true },
  rights: choice(["write", "read"], { default: "write", label: "Rights" }),
  role: choice(tokenRoles, { default: defaultTokenRole, label: "Access level" }),
  expires_at: { ...expires_at, label: "Expiry date (optional)" },
};
const rightOptions = [
  { value: "write", label: "Read and write" },
  { value: "read", label: "Read only" },
];
const roleOptions = tokenRoles.map((role) => ({ value: role, label: roles[role].name }));

export function NewTokenForm({ onDone }: { onDone: () => void }) {
  const { branch } = useBranch();
  const [chosen, setChosen] = useState<readonly number[]>([branch.id]);
  const [areas, setAreas] = useState<TokenArea[] | null>(null);
  const [token, setToken] = useState("");

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    const expiresAt = values.expires_at ? new Date(values.expires_at).toISOString() : null;
    const role = values.role ?? defaultTokenRole;
    const is_read_only = values.rights === "read";
    const body = { name: values.name, role, branches: chosen, is_read_only, areas, expires_at: expiresAt };
    try {
      setToken((await call({ route: "POST /actions/integrations", body })).token);
      await refreshItems("Integration_Tokens");
    } catch (thrown) {
      // The branches are not a form field, so their error is shown as a message.
      if (!(thrown instanceof ApiError) || thrown.field !== "branches") throw thrown;
      showError(thrown);
    }
  }

  if (token)
    return (
      <ShownOnce noun="token" value={token} onDone={onDone}>
        Send it as “Authorization: Bearer …”. If the token has several branches, add an “X-Branch” header.
      </ShownOnce>
    );
  return (
    <Form fields={fields} onSubmit={submit}>
      <Stack>
        <FormField name="name" placeholder="Accounting export" autoFocus />
        <SegmentedRadio name="role" label="Access level" options={roleOptions} />
        <SegmentedRadio name="rights" label="Rights" options={rightOptions} />
        <AreaChoice areas={areas} onChoose={setAreas} />
        <BranchChoice chosen={chosen} onChoose={setChosen} />
        <FormField name="expires_at" />
        <SubmitButton disabled={chosen.length === 0 || areas?.length === 0}>Create token</SubmitButton>
      </Stack>
    </Form>
  );
}

function AreaChoice({ areas, onChoose }: { areas: TokenArea[] | null; onChoose: (areas: TokenArea[] | null) => void }) {
  return (
    <Stack component="fieldset" gap="0">
      <legend>
        <strong>Areas</strong>
      </legend>
      <Checkbox
        size="md"
        label="All areas"
        checked={areas === null}
        onChange={(event) => onChoose(event.currentTarget.checked ? null : [])}
      />
      {areas &&
        tokenAreaNames.map((name) => (
          <Checkbox
            key={name}
            size="md"
            ml="xl"
            label={tokenAreas[name]}
            checked={areas.includes(name)}
            onChange={(event) =>
              onChoose(event.currentTarget.checked ? [...areas, name] : areas.filter((area) => area !== name))
            }
          />
        ))}
      {areas?.length === 0 && <Text c="red">*Choose at least one area</Text>}
    </Stack>
  );
}
