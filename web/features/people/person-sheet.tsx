// A person in full, beside the list: how they stand, what they may be asked or told, and when they came and left.
import { Button } from "@mantine/core";
import { IconAt, IconMail, IconPencil, IconPhone, IconUserCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { email } from "#domain/fields.ts";
import { kindOfRole, type PeopleKind, segmentOf } from "#domain/rules/people.ts";
import { roleOf, roles } from "#domain/roles.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Plate } from "#web/ui/plate.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment, Since } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { MarkButton } from "#web/features/people/mark-button.tsx";
import {
  attendanceQuery,
  changePerson,
  inviteAgain,
  keepsAttendance,
  mayChange,
  mayMark,
  nameOf,
  personQuery,
  type PersonWire,
  serviceWords,
  statusShown,
} from "#web/features/people/people.ts";
import styles from "#web/features/people/people.module.css";

export function PersonSheet({ id, kind, onClose }: { id: string; kind: PeopleKind; onClose: () => void }) {
  const { data: person, error, refetch } = useQuery(personQuery(id));
  return (
    <Sheet isOpen title={person ? nameOf(person) : "Person"} onClose={onClose}>
      {person ? (
        <Detail person={person} kind={kindOfRole(roleOf(person.role)) ?? kind} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Sheet>
  );
}

function Detail({ person, kind }: { person: PersonWire; kind: PeopleKind }) {
  const session = useKnownSession();
  const role = roleOf(person.role);
  return (
    <div className={styles["detail"]}>
      <div className={styles["states"]}>
        <StatusBadge {...statusShown[person.status]} size="large" />
        {keepsAttendance(role) && person.in_out_flag && (
          <StatusBadge label="On duty" colour="teal" icon={IconUserCheck} size="large" />
        )}
      </div>
      <Facts person={person} />
      {mayMark({ session, id: person.id, role }) && <Duty person={person} />}
      {mayChange({ session, person }) && <Changes person={person} kind={kind} />}
      {keepsAttendance(role) && <History person={person} />}
    </div>
  );
}

function Facts({ person }: { person: PersonWire }) {
  const { zone } = useBranch();
  const { contact_number: phone, staff_service_type: services, user_vehicles: vehicles } = person;
  const role = roleOf(person.role);
  return (
    <dl className={styles["facts"]}>
      <Fact name="Role">{roles[role].name}</Fact>
      <Fact name="Designation">{person.designation}</Fact>
      <Fact name="Department">{person.department}</Fact>
      <Fact name="Employee ID">{person.employee_id}</Fact>
      <Fact name="Phone">
        {phone && (
          <a href={`tel:${phone}`} className={styles["contact"]}>
            <IconPhone size={18} aria-hidden="true" />
            <span className="figures">{phone}</span>
          </a>
        )}
      </Fact>
      <Fact name="Email">
        <a href={`mailto:${person.email}`} className={styles["contact"]}>
          <IconMail size={18} aria-hidden="true" />
          {person.email}
        </a>
      </Fact>
      {role === "staff" && (
        <>
          <Fact name="Works for">
            {services?.length ? services.map((one) => serviceWords[one]).join(", ") : "Every service"}
          </Fact>
          <Fact name="PIN">{person.pin_number ? "Set" : "Not set"}</Fact>
        </>
      )}
      <Fact name="Vehicles">
        {vehicles?.length ? (
          <span className={styles["plates"]}>
            {vehicles.map(({ vehicleNo }) => (
              <Plate key={vehicleNo} number={vehicleNo} size="small" />
            ))}
          </span>
        ) : null}
      </Fact>
      <Fact name="Last seen">{person.last_access && <Moment at={person.last_access} zone={zone} />}</Fact>
    </dl>
  );
}

/** What is not known is left out. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Marked present and absent by who leads them. */
function Duty({ person }: { person: PersonWire }) {
  const isPresent = person.in_out_flag;
  if (person.status !== "active") return null;
  return (
    <div className={styles["duty"]}>
      {isPresent && person.on_duty_since && (
        <span className={styles["soft"]}>
          Came on duty <Since at={person.on_duty_since} />
        </span>
      )}
      <MarkButton id={person.id} name={person.first_name} isPresent={isPresent} />
    </div>
  );
}

function Changes({ person, kind }: { person: PersonWire; kind: PeopleKind }) {
  const { company, path } = useBranch();
  const [isAsking, setIsAsking] = useState(false);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const isSuspended = person.status === "suspended";

  async function again(): Promise<void> {
    await inviteAgain(person.id);
    showSuccess("INVITATION_SENT");
  }
  async function turn(): Promise<void> {
    await changePerson(person.id, { status: isSuspended ? "active" : "suspended" });
    setIsAsking(false);
    showSuccess(isSuspended ? `${person.first_name} is taken back` : `${person.first_name} is suspended`);
  }

  if (isCorrecting) return <EmailCorrection person={person} onDone={() => setIsCorrecting(false)} />;
  if (isAsking)
    return (
      <div className={styles["ask"]} role="group" aria-label={isSuspended ? "Take back" : "Suspend"}>
        <p>{consequence(person)}</p>
        <WaitingButton size="lg" color={isSuspended ? "ink" : "red"} onPress={turn}>
          {isSuspended ? "Take back" : "Suspend now"}
        </WaitingButton>
        <Button size="lg" variant="default" onClick={() => setIsAsking(false)}>
          Leave it
        </Button>
      </div>
    );
  return (
    <div className={styles["changes"]}>
      <ButtonLink
        size="lg"
        color="marigold"
        to={path(`${segmentOf({ kind, company })}/edit?id=${person.id}`)}
        leftSection={<IconPencil size={20} aria-hidden="true" />}
      >
        Edit
      </ButtonLink>
      {person.status === "invited" && (
        <>
          <WaitingButton
            size="lg"
            variant="default"
            leftSection={<IconMail size={20} aria-hidden="true" />}
            onPress={again}
          >
            Send the invitation again
          </WaitingButton>
          <Button
            size="lg"
            variant="default"
            leftSection={<IconAt size={20} aria-hidden="true" />}
            onClick={() => setIsCorrecting(true)}
          >
            Correct the email…
          </Button>
        </>
      )}
      <Button size="lg" variant="default" onClick={() => setIsAsking(true)}>
        {isSuspended ? "Take back…" : "Suspend…"}
      </Button>
    </div>
  );
}

/** The invitation went to a wrong address: it goes out anew to the right one. */
function EmailCorrection({ person, onDone }: { person: PersonWire; onDone: () => void }) {
  async function send({ email: typed }: { [name: string]: string | boolean | null }): Promise<void> {
    await inviteAgain(person.id, { email: String(typed) });
    showSuccess("INVITATION_SENT");
    onDone();
  }
  return (
    <Form fields={{ email: email({ required: true }) }} initial={{ email: person.email }} onSubmit={send}>
      <div className={styles["ask"]} role="group" aria-label="Correct the email">
        <p>The invitation goes out again to this address. The link in the first mail opens nothing any more.</p>
        <FormField name="email" autoFocus />
        <SubmitButton>Send the invitation</SubmitButton>
        <Button size="lg" variant="default" onClick={onDone}>
          Leave it
        </Button>
      </div>
    </Form>
  );
}

function consequence({ first_name: name, status }: PersonWire): string {
  if (status === "suspended")
    return `${name} can log in again with the same password, or is invited again without one.`;
  if (status === "invited") return `The link in the mail to ${name} opens nothing any more.`;
  return `${name} is logged out everywhere with the very next press, and cannot log in until taken back.`;
}

function History({ person }: { person: PersonWire }) {
  const { zone } = useBranch();
  const { data: changes = [] } = useQuery(attendanceQuery(person.id));
  if (changes.length === 0) return null;
  return (
    <section>
      <h3 className={styles["heading"]}>Attendance</h3>
      <ol className={styles["history"]}>
        {changes.map(({ id, is_present: isPresent, date_created: at, user_created: by }) => (
          <li key={id}>
            <strong>{isPresent ? "Came" : "Left"}</strong>
            <Moment at={at} zone={zone} />
            {by && by.first_name !== person.first_name && <span className={styles["soft"]}>by {by.first_name}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
