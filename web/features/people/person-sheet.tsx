// Sheet with a person's details, actions and attendance.
import { Button } from "@mantine/core";
import { IconAt, IconMail, IconPencil, IconUserCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { personFields } from "#domain/people/user-fields.ts";
import { getKindOfRole, type PeopleKind, getPeoplePathSegment } from "#domain/people/people.ts";
import { findRole, hasAttendance, roles } from "#domain/access/roles.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { LogInCardActions } from "#web/features/people/log-in-card.tsx";
import { UncountedCashNotice } from "#web/features/people/uncounted-cash.tsx";
import { AttendanceButton } from "#web/features/people/attendance-button.tsx";
import {
  attendanceQuery,
  updatePerson,
  giveEmail,
  resendInvitation,
  canEditPerson,
  canMarkAttendance,
  getFullName,
  getRealEmail,
  personQuery,
  type Person,
  serviceLabels,
  statusBadges,
} from "#web/features/people/api.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Card } from "#web/ui/page.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Timeline, TimelineItem } from "#web/ui/data/timeline.tsx";

export function PersonSheet({ id, kind, onClose }: { id: string; kind: PeopleKind; onClose: () => void }) {
  const { data: person, error, refetch } = useQuery(personQuery(id));
  return (
    <Sheet isOpen title={person ? getFullName(person) : "Person"} onClose={onClose}>
      {person ? (
        <PersonDetail person={person} kind={getKindOfRole(findRole(person.role)) ?? kind} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Sheet>
  );
}

function PersonDetail({ person, kind }: { person: Person; kind: PeopleKind }) {
  const session = useRequiredSession();
  const role = findRole(person.role);
  return (
    <Stack gap="lg">
      <Group>
        <StatusBadge {...statusBadges[person.status]} size="large" />
        {hasAttendance({ role }) && person.in_out_flag && (
          <StatusBadge label="On duty" colour="teal" icon={IconUserCheck} size="large" />
        )}
      </Group>
      <PersonFields person={person} />
      {canMarkAttendance({ session, id: person.id, role }) && <DutyStatus person={person} />}
      {canEditPerson({ session, person }) && <PersonActions person={person} kind={kind} />}
      {hasAttendance({ role }) && <AttendanceHistory person={person} />}
    </Stack>
  );
}

function PersonFields({ person }: { person: Person }) {
  const { zone } = useBranch();
  const { support } = useRequiredSession();
  const { contact_number: phone, staff_service_type: services, user_vehicles: vehicles } = person;
  const role = findRole(person.role);
  return (
    <KeyValueList>
      <PersonField name="Role">{roles[role].name}</PersonField>
      <PersonField name="Designation">{person.designation}</PersonField>
      <PersonField name="Department">{person.department}</PersonField>
      <PersonField name="Employee ID">{person.employee_id}</PersonField>
      <PersonField name="Phone">
        {phone && (
          <a href={`tel:${phone}`} className="figures">
            {phone}
          </a>
        )}
      </PersonField>
      <PersonField name="Email">
        {getRealEmail(person) ? (
          <a href={`mailto:${person.email}`}>{person.email}</a>
        ) : (
          "None: logs in by phone or card"
        )}
      </PersonField>
      <PersonField name="Log-in card">
        {person.card_issued_at && (
          <>
            Issued <DateTime at={person.card_issued_at} zone={zone} />
          </>
        )}
      </PersonField>
      {getKindOfRole(role) === "staff" && (
        <>
          <PersonField name="Services">
            {services?.length ? services.map((service) => serviceLabels[service]).join(", ") : "All services"}
          </PersonField>
          <PersonField name="PIN">
            {support ? "Not shown to support" : person.pin_number ? "Set" : "Not set"}
          </PersonField>
        </>
      )}
      <PersonField name="Vehicles">
        {vehicles?.length ? (
          <Group component="span">
            {vehicles.map(({ vehicleNo }) => (
              <Plate key={vehicleNo} number={vehicleNo} size="small" />
            ))}
          </Group>
        ) : null}
      </PersonField>
      <PersonField name="Last seen">
        {person.last_access && <DateTime at={person.last_access} zone={zone} />}
      </PersonField>
    </KeyValueList>
  );
}

/** Omitted if empty. */
function PersonField({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === "") return null;
  return <KeyValue label={name}>{children}</KeyValue>;
}

/** Duty status and attendance button. */
function DutyStatus({ person }: { person: Person }) {
  const isPresent = person.in_out_flag;
  if (person.status !== "active") return null;
  return (
    <Stack gap="xs">
      {isPresent && person.on_duty_since && (
        <Text component="span" c="dimmed">
          On duty since <RelativeTime at={person.on_duty_since} />
        </Text>
      )}
      <AttendanceButton id={person.id} name={person.first_name} isPresent={isPresent} />
    </Stack>
  );
}

function PersonActions({ person, kind }: { person: Person; kind: PeopleKind }) {
  const { company, path } = useBranch();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const isSuspended = person.status === "suspended";

  async function resend(): Promise<void> {
    await resendInvitation(person.id);
    showSuccess("INVITATION_SENT");
  }
  async function toggleSuspension(): Promise<void> {
    await updatePerson(person.id, { status: isSuspended ? "active" : "suspended" });
    setIsConfirming(false);
    showSuccess(isSuspended ? `${person.first_name} reactivated` : `${person.first_name} suspended`);
  }

  if (isCorrecting) return <CorrectEmailForm person={person} onDone={() => setIsCorrecting(false)} />;
  if (isConfirming)
    return (
      <Card gap="xs" role="group" aria-label={isSuspended ? "Reactivate" : "Suspend"}>
        <p>{describeConsequence(person)}</p>
        {!isSuspended && <UncountedCashNotice person={person.id} name={person.first_name} />}
        <AsyncButton size="lg" color={isSuspended ? "ink" : "red"} onPress={toggleSuspension}>
          {isSuspended ? "Reactivate" : "Suspend"}
        </AsyncButton>
        <Button size="lg" variant="default" onClick={() => setIsConfirming(false)}>
          Cancel
        </Button>
      </Card>
    );
  return (
    <Stack gap="xs">
      <ButtonLink
        size="lg"
        color="marigold"
        to={path(`${getPeoplePathSegment({ kind, company })}/edit?id=${person.id}`)}
        leftSection={<IconPencil size={20} aria-hidden="true" />}
      >
        Edit
      </ButtonLink>
      {person.status === "invited" && (
        <>
          <AsyncButton
            size="lg"
            variant="default"
            leftSection={<IconMail size={20} aria-hidden="true" />}
            onPress={resend}
          >
            Resend invitation
          </AsyncButton>
          <Button
            size="lg"
            variant="default"
            leftSection={<IconAt size={20} aria-hidden="true" />}
            onClick={() => setIsCorrecting(true)}
          >
            {getRealEmail(person) ? "Correct email" : "Add email"}
          </Button>
        </>
      )}
      {person.status === "active" && !getRealEmail(person) && (
        <Button
          size="lg"
          variant="default"
          leftSection={<IconAt size={20} aria-hidden="true" />}
          onClick={() => setIsCorrecting(true)}
        >
          Add email
        </Button>
      )}
      {!getRealEmail(person) && !isSuspended && <LogInCardActions person={person} />}
      <Button size="lg" variant="default" onClick={() => setIsConfirming(true)}>
        {isSuspended ? "Reactivate" : "Suspend"}
      </Button>
    </Stack>
  );
}

const emailFields = { email: personFields.email };

/** Corrects the address of an invitation and resends it, or sends the link to the first address of active staff. */
function CorrectEmailForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const isInvited = person.status === "invited";
  async function send({ email: typed }: { [name: string]: string | boolean | null }): Promise<void> {
    if (isInvited) await resendInvitation(person.id, { email: String(typed) });
    else await giveEmail(person.id, String(typed));
    showSuccess(isInvited ? "INVITATION_SENT" : "VERIFICATION_MAIL_SENT");
    onDone();
  }
  return (
    <Form fields={emailFields} initial={{ email: getRealEmail(person) }} onSubmit={send}>
      <Card gap="xs" role="group" aria-label={getRealEmail(person) ? "Correct email" : "Add email"}>
        <p>
          {isInvited
            ? "We send the invitation to this address. The link in the first email stops working."
            : `We send a link to this address. Once ${person.first_name} opens it, they log in with the email and a password, no longer with the phone number or a card.`}
        </p>
        <FormField name="email" autoFocus />
        <SubmitButton>{isInvited ? "Send invitation" : "Send link"}</SubmitButton>
        <Button size="lg" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Card>
    </Form>
  );
}

function describeConsequence({ first_name: name, status }: Person): string {
  if (status === "suspended")
    return `${name} can log in again with the same password, phone number or card. Without a password, a new invitation is sent.`;
  if (status === "invited") return `The invitation link sent to ${name} stops working.`;
  return `${name} is logged out on all devices at once and cannot log in until reactivated.`;
}

function AttendanceHistory({ person }: { person: Person }) {
  const { zone } = useBranch();
  const { data: changes = [] } = useQuery(attendanceQuery(person.id));
  if (changes.length === 0) return null;
  return (
    <Stack component="section" gap="xs">
      <Title order={3}>Attendance</Title>
      <Timeline label="Attendance">
        {changes.map(({ id, is_present: isPresent, date_created: at, user_created: by }) => (
          <TimelineItem
            key={id}
            meta={
              <>
                <DateTime at={at} zone={zone} />
                {by && by.first_name !== person.first_name && ` by ${by.first_name}`}
              </>
            }
          >
            {isPresent ? "On duty" : "Off duty"}
          </TimelineItem>
        ))}
      </Timeline>
    </Stack>
  );
}
