// When a branch is open: always, or by weekday, with closed days and hours past midnight (docs/rules/opening-hours.md).
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconCopy, IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { hasOverlap, isOpenAt, openingHoursIn, opensNext, weekdays } from "#domain/rules/opening-hours.ts";
import type { Opening, OpeningHours, Weekday } from "#domain/rules/opening-hours.ts";
import { updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useNow } from "#web/ui/clock.ts";
import { HelpNote } from "#web/ui/help-note.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import { weekdayNames } from "#web/features/configuration/weekday-names.ts";
import styles from "#web/features/configuration/configuration.module.css";

type Kind = "open" | "hours" | "closed";

const wholeDay: Opening = { from: "00:00", until: "24:00" };
const usual: Opening = { from: "09:00", until: "21:00" };
const everyDay = Object.fromEntries(weekdays.map((day) => [day, [usual]])) as unknown as OpeningHours;

function kindOf(openings: readonly Opening[]): Kind {
  if (openings.length === 0) return "closed";
  return openings[0]?.from === "00:00" && openings[0].until === "24:00" ? "open" : "hours";
}

function startOf(kind: Kind): Opening[] {
  return kind === "closed" ? [] : [kind === "open" ? wholeDay : usual];
}

interface OpeningHoursPartProps {
  branch: number;
  hours: OpeningHours | null;
  /** The branch's zone. */
  zone: string;
}

export function OpeningHoursPart({ branch, hours, zone }: OpeningHoursPartProps) {
  const [typed, setTyped] = useState(hours);
  const [error, setError] = useState<string>();

  async function save(): Promise<void> {
    if (typed !== null && !openingHoursIn(typed)) return setError("*Give every opening a beginning and an end");
    if (typed !== null && hasOverlap(typed)) return setError(errorText("OPENING_HOURS_OVERLAP"));
    setError(undefined);
    await updateItem("Branch", branch, { opening_hours: typed });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
  }

  const setDay = (day: Weekday, openings: readonly Opening[]): void => {
    setError(undefined);
    setTyped((known) => ({ ...(known ?? everyDay), [day]: openings }));
  };
  return (
    <Card>
      <div className={styles["head"]}>
        <PartHeading menu="branch" edit="hours">
          Opening hours
        </PartHeading>
        <HelpNote title="How hours are written">
          An end at or before the beginning is on the next day: from 18:00 until 02:00 is open past midnight. A day can
          have up to {limits.openingsPerDay} openings. Customers see the hours where they look for a place; the gate can
          let vehicles in and out at any time.
        </HelpNote>
      </div>
      <div className={styles["hours"]}>
        <OpenNow hours={hours} zone={zone} />
        <NativeSelect
          label="Open"
          value={typed === null ? "always" : "days"}
          data={[
            { value: "always", label: "Day and night, every day" },
            { value: "days", label: "By weekday" },
          ]}
          onChange={(event) => setTyped(event.currentTarget.value === "always" ? null : (hours ?? everyDay))}
        />
        {typed !== null && (
          <div className={styles["days"]}>
            {weekdays.map((day) => (
              <Day key={day} day={day} openings={typed[day]} onChange={(openings) => setDay(day, openings)} />
            ))}
            <Button
              variant="subtle"
              size="md"
              leftSection={<IconCopy size={18} aria-hidden="true" />}
              onClick={() =>
                setTyped(Object.fromEntries(weekdays.map((day) => [day, typed.mon])) as unknown as OpeningHours)
              }
            >
              Monday&apos;s hours for every day
            </Button>
          </div>
        )}
        {error && (
          <p className={styles["wrong"]} role="alert">
            {error}
          </p>
        )}
        <WaitingButton color="marigold" size="lg" fullWidth onPress={save}>
          Save the hours
        </WaitingButton>
      </div>
    </Card>
  );
}

function OpenNow({ hours, zone }: Pick<OpeningHoursPartProps, "hours" | "zone">) {
  const at = useNow();
  if (isOpenAt({ hours, at, zone })) return <StatusBadge label="Open now" colour="green" />;
  const next = opensNext({ hours, at, zone });
  const when = next ? `, opens ${next.isToday ? "today" : weekdayNames[next.day]} ${next.from}` : "";
  return <StatusBadge label={`Closed now${when}`} colour="grey" />;
}

interface DayProps {
  day: Weekday;
  openings: readonly Opening[];
  onChange: (openings: readonly Opening[]) => void;
}

function Day({ day, openings, onChange }: DayProps) {
  const kind = kindOf(openings);
  const name = weekdayNames[day];
  return (
    <div className={styles["day"]} role="group" aria-label={name}>
      <NativeSelect
        label={name}
        value={kind}
        data={[
          { value: "hours", label: "Hours" },
          { value: "open", label: "Day and night" },
          { value: "closed", label: "Closed" },
        ]}
        onChange={(event) => onChange(startOf(event.currentTarget.value as Kind))}
      />
      {kind === "hours" && (
        <div className={styles["openings"]}>
          {openings.map((opening, at) => (
            <Times
              // An opening has no name but its place.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              name={name}
              opening={opening}
              onChange={(next) => onChange(openings.with(at, next))}
              onRemove={openings.length > 1 ? () => onChange(openings.toSpliced(at, 1)) : undefined}
            />
          ))}
          {openings.length < limits.openingsPerDay && (
            <Button
              variant="subtle"
              size="md"
              aria-label={`More hours on ${name}`}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => onChange([...openings, { from: "", until: "" }])}
            >
              More hours
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface TimesProps {
  name: string;
  opening: Opening;
  onChange: (opening: Opening) => void;
  onRemove: (() => void) | undefined;
}

function Times({ name, opening, onChange, onRemove }: TimesProps) {
  return (
    <div className={styles["times"]}>
      <TextInput
        type="time"
        aria-label={`${name} from`}
        value={opening.from}
        onChange={(event) => onChange({ ...opening, from: event.currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        type="time"
        aria-label={`${name} until`}
        value={opening.until === "24:00" ? "00:00" : opening.until}
        onChange={(event) => onChange({ ...opening, until: event.currentTarget.value })}
      />
      {onRemove && (
        <button
          type="button"
          className={styles["remove"]}
          aria-label={`Remove these hours of ${name}`}
          onClick={onRemove}
        >
          <IconX size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
