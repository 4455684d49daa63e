// Terms for all vehicle types: time to leave after paying, extras, shop bill and rounding.
import type { TariffExtra } from "#domain/tariffs/tariff.ts";
import { Checkbox } from "@mantine/core";
import { Card } from "#web/ui/page.tsx";
import { Stack } from "#web/ui/layout.tsx";
import {
  addPlan,
  createCalendarRule,
  createExtra,
  maxParts,
  removeAt,
  replaceAt,
} from "#web/features/tariffs/draft/change-draft.ts";
import {
  AddButtons,
  AmountControl,
  ChoiceControl,
  DurationControl,
  NameControl,
  NumberControl,
  Part,
  Word,
} from "#web/features/tariffs/form/controls.tsx";
import type { BillDraft, ExtraDraft, TariffDraft } from "#web/features/tariffs/draft/draft.ts";
import { CalendarParts } from "#web/features/tariffs/form/calendar-parts.tsx";
import { PassParts } from "#web/features/tariffs/form/pass-parts.tsx";

interface DraftFormProps {
  draft: TariffDraft;
  onChange: (draft: TariffDraft) => void;
}

const directions = [
  { value: "up", label: "up to full" },
  { value: "down", label: "down to full" },
  { value: "nearest", label: "to the nearest" },
] as const;

export function TermsForm({ draft, onChange }: DraftFormProps) {
  const { extras, bill, rounding, grace_minutes, calendar, plans, passes } = draft;
  const set = (changes: Partial<TariffDraft>) => onChange({ ...draft, ...changes });
  const options = [
    { key: "calendar", label: "Weekend, event or festival", isShown: calendar.length < maxParts.calendar },
    { key: "plan", label: "Another plan", isShown: plans.length < maxParts.plans },
    { key: "extra", label: "Extra", isShown: extras.length < maxParts.extras },
    { key: "bill", label: "Shop bill", isShown: bill === null },
    { key: "rounding", label: "Rounding", isShown: rounding === null },
    { key: "pass", label: "Pass price", isShown: passes.length < maxParts.passes },
  ].filter(({ isShown }) => isShown);

  function add(key: string): void {
    if (key === "calendar") set({ calendar: [...calendar, createCalendarRule()] });
    if (key === "plan") onChange(addPlan(draft));
    if (key === "extra") set({ extras: [...extras, createExtra(extras)] });
    if (key === "bill")
      set({
        bill: {
          kind: "covers",
          minimum_bill: "100",
          free_until_minutes: null,
          at_most: null,
          minutes: { count: "2", unit: "hours" },
          percent: "50",
        },
      });
    if (key === "rounding") set({ rounding: { to: "5", direction: "nearest" } });
    if (key === "pass") set({ passes: [...passes, { vehicle_type: null, per: "month", amount: "" }] });
  }

  return (
    <Card title="For the whole tariff" role="group" aria-label="For the whole tariff">
      <Stack gap="sm">
        <Part name="Time to leave" path={["grace_minutes"]}>
          <Word>After paying,</Word>
          <NumberControl
            label="Minutes to leave"
            path={["grace_minutes"]}
            value={grace_minutes}
            onChange={(changed) => set({ grace_minutes: changed })}
          />
          <Word>minutes to leave</Word>
        </Part>
        <CalendarParts
          calendar={calendar}
          planNames={plans.map(({ name }) => name)}
          onChange={(changed) => set({ calendar: changed })}
        />
        {extras.map((extra, index) => (
          <ExtraPart
            key={extra.id}
            extra={extra}
            index={index}
            onChange={(changed) => set({ extras: replaceAt(extras, index, changed) })}
            onRemove={() => set({ extras: removeAt(extras, index) })}
          />
        ))}
        {bill && <BillPart bill={bill} onChange={(changed) => set({ bill: changed })} />}
        {rounding && (
          <Part name="Rounding" path={["rounding"]} onRemove={() => set({ rounding: null })}>
            <Word>Round the charge</Word>
            <ChoiceControl
              label="Direction"
              path={["rounding", "direction"]}
              value={rounding.direction}
              options={directions}
              onChange={(direction) => set({ rounding: { ...rounding, direction } })}
            />
            <AmountControl
              label="Rounding"
              path={["rounding", "to"]}
              value={rounding.to}
              onChange={(to) => set({ rounding: { ...rounding, to } })}
            />
          </Part>
        )}
        <PassParts
          passes={passes}
          proration={draft.pass_proration}
          onChange={(changed) => set({ passes: changed })}
          onChangeProration={(changed) => set({ pass_proration: changed })}
        />
        <AddButtons label="Add:" options={options} onAdd={add} />
      </Stack>
    </Card>
  );
}

const extraKinds: readonly { value: TariffExtra["kind"]; label: string }[] = [
  { value: "amount", label: "adds" },
  { value: "multiplier", label: "multiplies by" },
];
const extraConditions: readonly { value: TariffExtra["when"]; label: string }[] = [
  { value: "pressed", label: "if chosen at the gate" },
  { value: "outstation", label: "for outstation plates" },
];

interface ExtraPartProps {
  extra: ExtraDraft;
  index: number;
  onChange: (extra: ExtraDraft) => void;
  onRemove: () => void;
}

function ExtraPart({ extra, index, onChange, onRemove }: ExtraPartProps) {
  const path = ["extras", index];
  return (
    <Part name={`Extra ${index + 1}`} path={path} onRemove={onRemove}>
      <Word>Extra</Word>
      <NameControl
        label="Name of the extra"
        path={[...path, "label"]}
        value={extra.label}
        onChange={(label) => onChange({ ...extra, label })}
      />
      <ChoiceControl
        label="Effect"
        path={[...path, "kind"]}
        value={extra.kind}
        options={extraKinds}
        onChange={(kind) => onChange({ ...extra, kind })}
      />
      {extra.kind === "amount" ? (
        <AmountControl
          label="Amount"
          path={[...path, "amount"]}
          value={extra.amount}
          onChange={(amount) => onChange({ ...extra, amount })}
        />
      ) : (
        <NumberControl
          label="Factor"
          path={[...path, "factor"]}
          value={extra.factor}
          onChange={(factor) => onChange({ ...extra, factor })}
          isDecimal
        />
      )}
      <ChoiceControl
        label="Applies"
        path={[...path, "when"]}
        value={extra.when}
        options={extraConditions}
        onChange={(when) => onChange({ ...extra, when })}
      />
    </Part>
  );
}

const billKinds: readonly { value: BillDraft["kind"]; label: string }[] = [
  { value: "covers", label: "covers its amount" },
  { value: "free_minutes", label: "makes time free:" },
  { value: "percent", label: "takes off percent:" },
];

function BillPart({ bill, onChange }: { bill: BillDraft; onChange: (bill: BillDraft | null) => void }) {
  const set = (changes: Partial<BillDraft>) => onChange({ ...bill, ...changes });
  return (
    <Part name="Shop bill" path={["bill"]} onRemove={() => onChange(null)}>
      <Word>A shop bill of at least</Word>
      <AmountControl
        label="Smallest bill"
        path={["bill", "minimum_bill"]}
        value={bill.minimum_bill}
        onChange={(minimum_bill) => set({ minimum_bill })}
      />
      <ChoiceControl
        label="Effect of the bill"
        path={["bill", "kind"]}
        value={bill.kind}
        options={billKinds}
        onChange={(kind) => set({ kind })}
      />
      {bill.kind === "free_minutes" && (
        <DurationControl
          label="Free by the bill"
          path={["bill", "minutes"]}
          value={bill.minutes}
          onChange={(minutes) => set({ minutes })}
        />
      )}
      {bill.kind === "percent" && (
        <NumberControl
          label="Percent"
          path={["bill", "percent"]}
          value={bill.percent}
          onChange={(percent) => set({ percent })}
        />
      )}
      <Checkbox
        size="md"
        label="Makes short stays free"
        checked={bill.free_until_minutes !== null}
        onChange={({ currentTarget: { checked } }) =>
          set({ free_until_minutes: checked ? { count: "1", unit: "hours" } : null })
        }
      />
      {bill.free_until_minutes && (
        <>
          <Word>up to</Word>
          <DurationControl
            label="Free with a bill up to"
            path={["bill", "free_until_minutes"]}
            value={bill.free_until_minutes}
            onChange={(free_until_minutes) => set({ free_until_minutes })}
          />
        </>
      )}
      <Checkbox
        size="md"
        label="Limit what a bill takes off"
        checked={bill.at_most !== null}
        onChange={({ currentTarget: { checked } }) => set({ at_most: checked ? "" : null })}
      />
      {bill.at_most !== null && (
        <>
          <Word>to at most</Word>
          <AmountControl
            label="Most that a bill takes off"
            path={["bill", "at_most"]}
            value={bill.at_most}
            onChange={(at_most) => set({ at_most })}
          />
        </>
      )}
    </Part>
  );
}
