// The further parts of the rates of one vehicle type: free time, daily maximum, minimum, packages, nights, lost slip and
// maximum stay.
import { Button, Checkbox } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { maxParts, removeAt, replaceAt } from "#web/features/tariffs/draft/change-draft.ts";
import {
  AmountControl,
  ChoiceControl,
  DurationControl,
  Part,
  TimeControl,
  Word,
} from "#web/features/tariffs/form/controls.tsx";
import type { DayDraft, RatesDraft } from "#web/features/tariffs/draft/draft.ts";
import type { Path } from "#web/features/tariffs/draft/read-draft.ts";

interface RatesPartsProps {
  path: Path;
  rates: RatesDraft;
  onChange: (rates: RatesDraft) => void;
}

const freeKinds = [
  { value: "window", label: "longer pays in full" },
  { value: "deducted", label: "longer pays the rest" },
] as const;
const nightKinds = [
  { value: "night", label: "night" },
  { value: "hour", label: "hour or part" },
] as const;

export function RatesParts({ path, rates, onChange }: RatesPartsProps) {
  const { free, minimum, day, packages, nights, lost_slip, maximum_stay } = rates;
  const set = (changes: Partial<RatesDraft>) => onChange({ ...rates, ...changes });
  return (
    <>
      {free && (
        <Part name="Free time" path={[...path, "free"]} onRemove={() => set({ free: null })}>
          <Word>First</Word>
          <DurationControl
            label="Free time"
            path={[...path, "free", "minutes"]}
            value={free.minutes}
            onChange={(minutes) => set({ free: { ...free, minutes } })}
          />
          <Word>free;</Word>
          <ChoiceControl
            label="Longer stays"
            path={[...path, "free", "kind"]}
            value={free.kind}
            options={freeKinds}
            onChange={(kind) => set({ free: { ...free, kind } })}
          />
        </Part>
      )}
      {day && <DayPart path={[...path, "day"]} day={day} onChange={(changed) => set({ day: changed })} />}
      {minimum !== null && (
        <Part name="Minimum charge" path={[...path, "minimum"]} onRemove={() => set({ minimum: null })}>
          <Word>A stay that is not free costs at least</Word>
          <AmountControl
            label="Minimum"
            path={[...path, "minimum"]}
            value={minimum}
            onChange={(changed) => set({ minimum: changed })}
          />
        </Part>
      )}
      {packages.map((item, index) => (
        <Part
          key={index}
          name={`Package ${index + 1}`}
          path={[...path, "packages", index]}
          onRemove={() => set({ packages: removeAt(packages, index) })}
        >
          <Word>Up to</Word>
          <DurationControl
            label="Package up to"
            path={[...path, "packages", index, "to"]}
            value={item.to}
            onChange={(to) => set({ packages: replaceAt(packages, index, { ...item, to }) })}
          />
          <Word>never more than</Word>
          <AmountControl
            label="Price of the package"
            path={[...path, "packages", index, "amount"]}
            value={item.amount}
            onChange={(amount) => set({ packages: replaceAt(packages, index, { ...item, amount }) })}
          />
        </Part>
      ))}
      {nights.map((night, index) => {
        const nightPath = [...path, "nights", index];
        const setNight = (changes: Partial<typeof night>) =>
          set({ nights: replaceAt(nights, index, { ...night, ...changes }) });
        return (
          <Part
            key={index}
            name={`Night charge ${index + 1}`}
            path={nightPath}
            onRemove={() => set({ nights: removeAt(nights, index) })}
          >
            <AmountControl
              label="Night charge"
              path={[...nightPath, "amount"]}
              value={night.amount}
              onChange={(amount) => setNight({ amount })}
            />
            <Word>more for each</Word>
            <ChoiceControl
              label="Charged for each"
              path={[...nightPath, "per"]}
              value={night.per}
              options={nightKinds}
              onChange={(per) => setNight({ per })}
            />
            <Word>between</Word>
            <TimeControl
              label="Start of the night"
              path={[...nightPath, "from"]}
              value={night.from}
              onChange={(from) => setNight({ from })}
            />
            <Word>and</Word>
            <TimeControl
              label="End of the night"
              path={[...nightPath, "to"]}
              value={night.to}
              onChange={(to) => setNight({ to })}
            />
          </Part>
        );
      })}
      {lost_slip && (
        <Part name="Lost slip" path={[...path, "lost_slip"]} onRemove={() => set({ lost_slip: null })}>
          <Word>A lost slip costs</Word>
          <AmountControl
            label="Lost slip"
            path={[...path, "lost_slip", "amount"]}
            value={lost_slip.amount}
            onChange={(amount) => set({ lost_slip: { ...lost_slip, amount } })}
          />
          <Checkbox
            size="md"
            label="Nothing with a proof of ownership"
            checked={lost_slip.waive_with_proof}
            onChange={({ currentTarget: { checked } }) =>
              set({ lost_slip: { ...lost_slip, waive_with_proof: checked } })
            }
          />
        </Part>
      )}
      {maximum_stay && (
        <Part name="Maximum stay" path={[...path, "maximum_stay"]} onRemove={() => set({ maximum_stay: null })}>
          <Word>Mark stays longer than</Word>
          <DurationControl
            label="Maximum stay"
            path={[...path, "maximum_stay"]}
            value={maximum_stay}
            onChange={(changed) => set({ maximum_stay: changed })}
          />
        </Part>
      )}
    </>
  );
}

const resetKinds = [
  { value: "rolling", label: "in 24 hours" },
  { value: "calendar", label: "per calendar day" },
] as const;
const laterDayKinds = [
  { value: "restart", label: "runs the lines anew" },
  { value: "whole", label: "costs its maximum" },
] as const;

interface DayPartProps {
  path: Path;
  day: DayDraft;
  onChange: (day: DayDraft | null) => void;
}

function DayPart({ path, day, onChange }: DayPartProps) {
  const { caps, reset, at, part } = day;
  const setCaps = (changed: string[]) => onChange({ ...day, caps: changed });
  return (
    <Part name="Daily maximum" path={path} onRemove={() => onChange(null)}>
      <Word>At most</Word>
      <AmountControl
        label="Maximum"
        path={[...path, "caps", 0]}
        value={caps[0] ?? ""}
        onChange={(cap) => setCaps([cap, ...caps.slice(1)])}
      />
      <ChoiceControl
        label="Period of the maximum"
        path={[...path, "reset"]}
        value={reset}
        options={resetKinds}
        onChange={(changed) => onChange({ ...day, reset: changed })}
      />
      {reset === "calendar" && (
        <>
          <Word>from</Word>
          <TimeControl
            label="Start of the day"
            path={[...path, "at"]}
            value={at}
            onChange={(changed) => onChange({ ...day, at: changed })}
          />
        </>
      )}
      {caps.slice(1).map((cap, index) => (
        <AmountControl
          key={index}
          label={`${index === caps.length - 2 ? "Each day from day" : "Day"} ${index + 2}`}
          path={[...path, "caps", index + 1]}
          value={cap}
          onChange={(changed) => setCaps(replaceAt(caps, index + 1, changed))}
        />
      ))}
      {caps.length > 1 && (
        <Word>{caps.length === 2 ? "for each later day" : `for day 2 to ${caps.length} and each later day`}</Word>
      )}
      {caps.length < maxParts.caps && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setCaps([...caps, ""])}
        >
          {caps.length === 1 ? "Another maximum for later days" : "Further day"}
        </Button>
      )}
      {caps.length > 1 && (
        <Button variant="default" onClick={() => setCaps(caps.slice(0, -1))}>
          Remove last day
        </Button>
      )}
      <Word>Each later day or part</Word>
      <ChoiceControl
        label="Each later day or part"
        path={[...path, "part"]}
        value={part}
        options={laterDayKinds}
        onChange={(changed) => onChange({ ...day, part: changed })}
      />
    </Part>
  );
}
