// §7 /accept-invitation: who was invited chooses their password, which nobody else ever knows.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { personName } from "#domain/fields.ts";
import { request } from "#web/items/client.ts";
import { logIn } from "#web/items/session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Fields, LogInCard } from "#web/features/log-in/card.tsx";
import { isLinkOver, LinkOver } from "#web/features/log-in/link-over.tsx";
import { matching, NewPassword, newPasswordFields } from "#web/features/log-in/new-password.tsx";
import { useOpenAfterLogIn } from "#web/features/log-in/open-after-log-in.ts";

interface Invitation {
  name: string;
  email: string;
  role: string;
  branch: string | null;
}

async function readInvitation(token: string): Promise<Invitation> {
  const options = { method: "POST", body: { token }, isPublic: true } as const;
  return (await request<{ data: Invitation }>("/actions/invitations/read", options)).data;
}

function Over() {
  return (
    <LinkOver text="An invitation works once, for 7 days. Ask the person who invited you to send it again, or log in.">
      <ButtonLink to="/partner-with-us" size="lg" color="marigold">
        Go to the log-in
      </ButtonLink>
    </LinkOver>
  );
}

export function AcceptInvitationPage() {
  usePageTitle("Your invitation");
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token),
    enabled: token !== "",
    retry: false,
  });
  if (!token || isLinkOver(error)) return <Over />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Choose token={token} invitation={data} /> : <SkeletonRows count={3} />;
}

const fields = { first_name: personName({ required: true, label: "Your name" }), ...newPasswordFields };

function Choose({ token, invitation }: { token: string; invitation: Invitation }) {
  const { name, email, role, branch } = invitation;
  const open = useOpenAfterLogIn();
  const [isOver, setIsOver] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = matching(values);
    const body = { token, password, first_name: values["first_name"] };
    try {
      await request("/users/invite/accept", { method: "POST", body, isPublic: true });
    } catch (thrown) {
      if (!isLinkOver(thrown)) throw thrown;
      return setIsOver(true);
    }
    showSuccess("Welcome");
    open(await logIn({ email, password, page: "partner" }));
  }

  if (isOver) return <Over />;
  const place = branch ? ` at ${branch}` : "";
  return (
    <LogInCard title={`Welcome, ${name}`} lead={`You are invited as ${role}${place}. You will log in with ${email}.`}>
      <Form fields={fields} initial={{ first_name: name }} onSubmit={submit}>
        <Fields>
          <TypedField name="first_name" autoComplete="name" />
          <NewPassword />
          <SubmitButton>Begin</SubmitButton>
        </Fields>
      </Form>
    </LogInCard>
  );
}
