// §7 /accept-invitation: an invited user chooses a password. The person who sends the invitation never sees it.
import type { ActionReply } from "#domain/contracts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { personFields } from "#domain/people/user-fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { request } from "#web/api/client.ts";
import { logIn } from "#web/api/session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { FormFields, LogInCard } from "#web/features/accounts/log-in-card.tsx";
import { isLinkExpired, LinkExpired } from "#web/features/accounts/link-expired.tsx";
import {
  requireMatchingPasswords,
  NewPasswordFields,
  newPasswordFields,
} from "#web/features/accounts/new-password-fields.tsx";
import { useRedirectAfterLogIn } from "#web/features/accounts/log-in-redirect.ts";

function InvitationExpired() {
  return (
    <LinkExpired text="Invitations expire after 7 days and can be used once. Ask the person who invited you for a new one, or log in.">
      <ButtonLink to="/partner-with-us" size="lg" color="marigold">
        Go to login
      </ButtonLink>
    </LinkExpired>
  );
}

export function AcceptInvitationPage() {
  usePageTitle("Your invitation");
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => call({ route: "POST /actions/invitations/read", body: { token } }, { isPublic: true }),
    enabled: token !== "",
    retry: false,
  });
  if (!token || isLinkExpired(error)) return <InvitationExpired />;
  if (error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (data) return <ChoosePasswordForm token={token} invitation={data} />;
  return (
    <LogInCard title="Your invitation">
      <SkeletonRows count={3} />
    </LogInCard>
  );
}

type InvitationDetails = ActionReply<"POST /actions/invitations/read">;
const fields = { first_name: { ...personFields.first_name, label: "Your name" }, ...newPasswordFields };

function ChoosePasswordForm({ token, invitation }: { token: string; invitation: InvitationDetails }) {
  const { name, email, role, branch } = invitation;
  const openLandingPage = useRedirectAfterLogIn();
  const navigate = useNavigate();
  const [isExpired, setIsExpired] = useState(false);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const password = requireMatchingPasswords(values);
    const body = { token, password, first_name: values["first_name"] };
    try {
      await request("/users/invite/accept", { method: "POST", body, isPublic: true });
    } catch (thrown) {
      if (!isLinkExpired(thrown)) throw thrown;
      return setIsExpired(true);
    }
    showSuccess("Welcome");
    try {
      openLandingPage(await logIn({ email, password, page: "partner" }));
    } catch (thrown) {
      // The admin of a company that is under review.
      if (!(thrown instanceof ApiError) || !thrown.extensions["application"]) throw thrown;
      await navigate("/success-registration", { state: thrown.extensions });
    }
  }

  if (isExpired) return <InvitationExpired />;
  const branchPart = branch ? ` at ${branch}` : "";
  return (
    <LogInCard
      title={`Welcome, ${name}`}
      lead={`You have been invited as ${role}${branchPart}. You will log in with ${email}.`}
    >
      <Form fields={fields} initial={{ first_name: name }} onSubmit={submit}>
        <FormFields>
          <TextField name="first_name" autoComplete="name" />
          <NewPasswordFields />
          <SubmitButton>Create account</SubmitButton>
        </FormFields>
      </Form>
    </LogInCard>
  );
}
