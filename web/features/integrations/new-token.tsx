// §7: creates an API token with a name, role and branches; displays it once.
import { useState } from "react";
import { roles } from "#domain/access/roles.ts";
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

const { name, expires_at } = IntegrationTokens.fields;
const fields = {
  name: { ...name, required: true },
  role: choice(tokenRoles, { default: defaultTokenRole, label: "Access level" }),
  expires_at: { ...expires_at, label: "Expiry date (optional)" },
};
const roleOptions = tokenRoles.map((role) => ({ value: role, label: roles[role].name }));

export function NewTokenForm({ onDone }: { onDone: () => void }) {
  const { branch } = useBranch();
  const [chosen, setChosen] = useState<readonly number[]>([branch.id]);
  const [token, setToken] = useState("");

  async function submit(values: SubmittedValues<typeof fields>): Promise<void> {
    const expiresAt = values.expires_at ? new Date(values.expires_at).toISOString() : null;
    const role = values.role ?? defaultTokenRole;
    const body = { name: values.name, role, branches: chosen, expires_at: expiresAt };
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
        <BranchChoice chosen={chosen} onChoose={setChosen} />
        <FormField name="expires_at" />
        <SubmitButton disabled={chosen.length === 0}>Create token</SubmitButton>
      </Stack>
    </Form>
  );
}
