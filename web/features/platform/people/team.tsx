// The platform's own people, and the form that invites one.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roles } from "#domain/access/roles.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { invitationFields, teamRoles } from "#domain/platform/people-fields.ts";
import { humanize } from "#domain/text/labels.ts";
import { call } from "#web/api/call.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

type TeamMember = ActionReply<"GET /actions/platform/team">[number];

/** The key starts like that of the users, so that their live events refetch it. */
const teamQuery = {
  queryKey: ["items", "users", "team"],
  queryFn: () => call({ route: "GET /actions/platform/team" }),
};
const roleOptions = teamRoles.map((role) => ({ value: role, label: roles[role].name }));

export function Team() {
  useLiveCollections("users");
  const { user } = useRequiredSession();
  const { data, error, refetch } = useQuery(teamQuery);
  return (
    <Card title="Platform team">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && <DataTable label="Platform team" columns={getColumns(user.id)} rows={data} getKey={({ id }) => id} />}
      {data && (
        <Form
          // Empty again after an invitation.
          key={data.length}
          fields={invitationFields}
          onSubmit={async ({ first_name: name, email, role }) => {
            const body = {
              first_name: name ?? "",
              email: email ?? "",
              role: teamRoles.find((name) => name === role) ?? null,
            };
            await call({ route: "POST /actions/platform/team", body });
            await refreshItems("users");
            showSuccess("INVITATION_SENT");
          }}
        >
          <Stack width="form">
            <FormField name="first_name" autoComplete="off" />
            <FormField name="email" description="Gets a link to choose a password." autoComplete="off" />
            <FormField name="role" options={roleOptions} />
            <SubmitButton size="lg" color="ink">
              Send invitation
            </SubmitButton>
          </Stack>
        </Form>
      )}
    </Card>
  );
}

const columns: readonly DataTableColumn<TeamMember>[] = [
  { header: "Name", isRowHeader: true, cell: ({ name }) => name },
  { header: "Role", cell: ({ role }) => roles[role].name },
  { header: "Email", cell: ({ email }) => email },
  { header: "Account", cell: ({ status }) => humanize(status) },
  { header: "Two-factor login", cell: ({ has_second_factor: isOn }) => (isOn ? "On" : "Off") },
  { header: "Last login", cell: ({ last_access: at }) => (at ? <DateTime at={at} /> : "–") },
];

function getColumns(ownId: string): readonly DataTableColumn<TeamMember>[] {
  return [
    ...columns,
    {
      header: "Change",
      cell: (member) => (member.id === ownId ? "Your account" : <RoleButton member={member} />),
    },
  ];
}

/** The team has two roles: the button gives a colleague the other one. */
function RoleButton({ member: { id, name, role } }: { member: TeamMember }) {
  const [isOpen, setIsOpen] = useState(false);
  const next = teamRoles.find((teamRole) => teamRole !== role) ?? "verifier";
  return (
    <>
      <Button variant="default" size="sm" aria-label={`Change the role of ${name}`} onClick={() => setIsOpen(true)}>
        Change role
      </Button>
      <Sheet
        isOpen={isOpen}
        title={`Make ${name} a ${roles[next].name.toLowerCase()}?`}
        onClose={() => setIsOpen(false)}
      >
        <Stack>
          <Text c="dimmed">{name} is logged out everywhere, and gets an email about the change.</Text>
          <AsyncButton
            size="xl"
            color="ink"
            onPress={async () => {
              await call({ route: "POST /actions/platform/team/:user_id/role", user_id: id, body: { role: next } });
              await refreshItems("users");
              showSuccess("DATA_UPDATED");
              setIsOpen(false);
            }}
          >
            Change role
          </AsyncButton>
        </Stack>
      </Sheet>
    </>
  );
}
