// §7: a new token: its name, its role, its branches; shown once.
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { choice, personName, timestamp } from "#domain/fields.ts";
import { tokenRoles } from "#domain/rules/invitation.ts";
import { ApiError } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { itemsQuery } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Choices } from "#web/ui/choices.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showError } from "#web/ui/messages.ts";
import styles from "#web/features/integrations/integrations.module.css";

const fields = {
  name: personName({ required: true, label: "Name of the program" }),
  role: choice(tokenRoles, { required: true, default: "staff", label: "Its rights" }),
  expires_at: timestamp({ label: "Until (leave empty for no end)" }),
};
const options = [
  { value: "staff", label: "As staff" },
  { value: "manager", label: "As a manager" },
  { value: "approver", label: "As an approver" },
];

export function NewToken({ onDone }: { onDone: () => void }) {
  const { company, branch } = useBranch();
  const [chosen, setChosen] = useState<readonly number[]>([branch.id]);
  const [token, setToken] = useState("");
  const own = itemsQuery<{ id: number; name: string }>("Branch", {
    fields: ["id", "name"],
    filter: { company: { _eq: company.id } },
    sort: ["name"],
    limit: -1,
  });
  const { data: branches = [{ id: branch.id, name: branch.name }] } = useQuery(own);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const until = values["expires_at"] ? new Date(String(values["expires_at"])).toISOString() : null;
    const body = { name: values["name"], role: values["role"], branches: chosen, expires_at: until };
    try {
      const { data } = await request<{ data: { token: string } }>("/actions/integrations", { method: "POST", body });
      setToken(data.token);
      await queryClient.invalidateQueries({ queryKey: ["items", "Integration_Tokens"] });
    } catch (thrown) {
      // The branches are no field of the form.
      if (!(thrown instanceof ApiError) || thrown.field !== "branches") throw thrown;
      showError(thrown);
    }
  }

  if (token) return <Shown token={token} onDone={onDone} />;
  return (
    <Form fields={fields} onSubmit={submit}>
      <div className={styles["form"]}>
        <FormField name="name" placeholder="Accounts export" autoFocus />
        <Choices name="role" label="Its rights" options={options} />
        <fieldset className={styles["branches"]}>
          <legend>At these branches</legend>
          {branches.map(({ id, name }) => (
            <Checkbox
              key={id}
              size="md"
              label={name}
              checked={chosen.includes(id)}
              onChange={(event) =>
                setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
          {chosen.length === 0 && <p className={styles["wrong"]}>*Choose at least one branch</p>}
        </fieldset>
        <FormField name="expires_at" />
        <SubmitButton disabled={chosen.length === 0}>Make the token</SubmitButton>
      </div>
    </Form>
  );
}

function Shown({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div className={styles["form"]}>
      <p>Copy it into the settings of the program now. It is shown this once, and never again.</p>
      <code className={styles["token"]}>{token}</code>
      <CopyButton text={token} size="lg">
        Copy the token
      </CopyButton>
      <p className={styles["soft"]}>
        It is sent as “Authorization: Bearer …”. For several branches, the header “X-Branch” says which one is meant.
      </p>
      <Button size="xl" fullWidth color="marigold" onClick={onDone}>
        I have kept it
      </Button>
    </div>
  );
}
