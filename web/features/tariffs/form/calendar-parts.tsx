// Calendar of a tariff: on which weekdays, dates and hours of arrival another price applies.
import { Button, Checkbox } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { maxParts, removeAt, replaceAt } from "#web/features/tariffs/draft/change-draft.ts";
import {
  ChoiceControl,
  DateControl,
  NameControl,
  NumberControl,
  Part,
  TimeControl,
  Word,
} from "#web/features/tariffs/form/controls.tsx";
import type { CalendarRuleDraft } from "#web/features/tariffs/draft/draft.ts";

interface CalendarPartsProps {
  calendar: CalendarRuleDraft[];
  planNames: readonly string[];
  onChange: (calendar: CalendarRuleDraft[]) => void;
}

export function CalendarParts({ calendar, planNames, onChange }: CalendarPartsProps) {
  return calendar.map((rule, index) => (
    <CalendarPart
      key={index}
      rule={rule}
      index={index}
      planNames={planNames}
      hasSeveral={calendar.length > 1}
      onChange={(changed) => onChange(replaceAt(calendar, index, changed))}
      onRemove={() => onChange(removeAt(calendar, index))}
    />
  ));
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const effects: readonly { value: CalendarRuleDraft["effect"]["kind"]; label: string }[] = [
  { value: "multiplier", label: "multiplies by" },
  { value: "plan", label: "uses the plan" },
];

interface CalendarPartProps {
  rule: CalendarRuleDraft;
  index: number;
  planNames: readonly string[];
  hasSeveral: boolean;
  onChange: (rule: CalendarRuleDraft) => void;
  onRemove: () => void;
}

function CalendarPart({ rule, index, planNames, hasSeveral, onChange, onRemove }: CalendarPartProps) {
  const path = ["calendar", index];
  const { name, hours, dates, priority, effect } = rule;
  const planOptions = [...new Set(["", ...planNames, effect.plan])].map((plan) => ({
    value: plan,
    label: plan || "Choose…",
  }));
  return (
    <Part name={`Calendar ${index + 1}`} path={path} onRemove={onRemove}>
      <Stack gap="xs">
        <Group>
          <NameControl
            label="Name of the period"
            path={[...path, "name"]}
            value={name}
            onChange={(changed) => onChange({ ...rule, name: changed })}
          />
          <ChoiceControl
            label="Effect"
            path={[...path, "effect"]}
            value={effect.kind}
            options={effects}
            onChange={(kind) => onChange({ ...rule, effect: { ...effect, kind } })}
          />
          {effect.kind === "multiplier" ? (
            <NumberControl
              label="Factor"
              path={[...path, "effect", "factor"]}
              value={effect.factor}
              onChange={(factor) => onChange({ ...rule, effect: { ...effect, factor } })}
              isDecimal
            />
          ) : (
            <ChoiceControl
              label="Plan"
              path={[...path, "effect", "plan"]}
              value={effect.plan}
              options={planOptions}
              onChange={(plan) => onChange({ ...rule, effect: { ...effect, plan } })}
            />
          )}
        </Group>
        <WeekdayChoice value={rule.weekdays} onChange={(changed) => onChange({ ...rule, weekdays: changed })} />
        <Group>
          <Checkbox
            size="md"
            label="Only at some hours of arrival"
            checked={hours !== null}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...rule, hours: checked ? { from: "18:00", to: "23:00" } : null })
            }
          />
          {hours && (
            <>
              <TimeControl
                label="From"
                path={[...path, "hours", "from"]}
                value={hours.from}
                onChange={(from) => onChange({ ...rule, hours: { ...hours, from } })}
              />
              <Word>to</Word>
              <TimeControl
                label="To"
                path={[...path, "hours", "to"]}
                value={hours.to}
                onChange={(to) => onChange({ ...rule, hours: { ...hours, to } })}
              />
            </>
          )}
        </Group>
        {dates.map((range, dateIndex) => (
          <Group key={dateIndex}>
            <DateControl
              label={`First date ${dateIndex + 1}`}
              path={[...path, "dates", dateIndex, "from"]}
              value={range.from}
              onChange={(from) => onChange({ ...rule, dates: replaceAt(dates, dateIndex, { ...range, from }) })}
            />
            <Word>to</Word>
            <DateControl
              label={`Last date ${dateIndex + 1}`}
              path={[...path, "dates", dateIndex, "to"]}
              value={range.to}
              onChange={(to) => onChange({ ...rule, dates: replaceAt(dates, dateIndex, { ...range, to }) })}
            />
            <IconButton
              label={`Remove date ${dateIndex + 1}`}
              icon={IconTrash}
              iconSize={20}
              onPress={() => onChange({ ...rule, dates: removeAt(dates, dateIndex) })}
            />
          </Group>
        ))}
        <Group>
          {dates.length < maxParts.dates && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => onChange({ ...rule, dates: [...dates, { from: "", to: "" }] })}
            >
              Add dates
            </Button>
          )}
          {hasSeveral && (
            <>
              <Word>Priority if several apply</Word>
              <NumberControl
                label="Priority"
                path={[...path, "priority"]}
                value={priority}
                onChange={(changed) => onChange({ ...rule, priority: changed })}
              />
            </>
          )}
        </Group>
      </Stack>
    </Part>
  );
}

function WeekdayChoice({ value, onChange }: { value: number[]; onChange: (weekdays: number[]) => void }) {
  return (
    <Group role="group" aria-label="Weekdays" gap="sm">
      {weekdays.map((weekday, index) => {
        const number = index + 1;
        return (
          <Checkbox
            key={weekday}
            size="md"
            label={weekday}
            checked={value.includes(number)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                checked
                  ? [...value, number].toSorted((one, other) => one - other)
                  : value.filter((other) => other !== number),
              )
            }
          />
        );
      })}
      {value.length === 0 && <Word>every day</Word>}
    </Group>
  );
}
