// Rates of one vehicle type as sentences. Lines are always shown, other parts once they are added.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Group, Stack } from "#web/ui/layout.tsx";
import {
  addRatesPart,
  appendLine,
  listMissingParts,
  maxParts,
  ratesPartLabels,
  ratesParts,
  removeLine,
  replaceAt,
} from "#web/features/tariffs/draft/change-draft.ts";
import {
  AddButtons,
  AmountControl,
  ChoiceControl,
  DurationControl,
  Part,
  Word,
} from "#web/features/tariffs/form/controls.tsx";
import type { LineDraft, RatesDraft } from "#web/features/tariffs/draft/draft.ts";
import { RatesParts } from "#web/features/tariffs/form/rates-parts.tsx";
import type { Path } from "#web/features/tariffs/draft/read-draft.ts";

interface RatesFormProps {
  path: Path;
  rates: RatesDraft;
  onChange: (rates: RatesDraft) => void;
}

export function RatesForm({ path, rates, onChange }: RatesFormProps) {
  const { lines } = rates;
  const setLines = (changed: LineDraft[]) => onChange({ ...rates, lines: changed });
  return (
    <Stack gap="sm">
      {lines.map((line, index) => (
        <Line
          key={index}
          path={[...path, "lines", index]}
          line={line}
          index={index}
          isLast={index === lines.length - 1}
          onChange={(changed) => setLines(replaceAt(lines, index, changed))}
          onRemove={lines.length > 1 ? () => setLines(removeLine(lines, index)) : undefined}
        />
      ))}
      <Group>
        {lines.length < maxParts.lines && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setLines(appendLine(lines))}
          >
            Add line
          </Button>
        )}
      </Group>
      <RatesParts path={path} rates={rates} onChange={onChange} />
      <AddButtons
        label="Add:"
        options={listMissingParts(rates).map((part) => ({ key: part, label: ratesPartLabels[part] }))}
        onAdd={(key) => {
          const part = ratesParts.find((name) => name === key);
          if (part) onChange(addRatesPart(rates, part));
        }}
      />
    </Stack>
  );
}

const lineKinds: readonly { value: LineDraft["kind"]; label: string }[] = [
  { value: "total", label: "cost in total" },
  { value: "each", label: "cost per (or part of)" },
  { value: "add", label: "add once reached" },
];
const endOptions = [
  { value: "open", label: "without end" },
  { value: "until", label: "up to" },
] as const;

interface LineProps {
  path: Path;
  line: LineDraft;
  index: number;
  isLast: boolean;
  onChange: (line: LineDraft) => void;
  onRemove: (() => void) | undefined;
}

function Line({ path, line, index, isLast, onChange, onRemove }: LineProps) {
  const { kind, to, amount, step } = line;
  const isFirst = index === 0;
  return (
    <Part name={`Line ${index + 1}`} path={path} onRemove={onRemove}>
      <Word>{isFirst ? (to ? "First" : "All stays") : "Then"}</Word>
      {/* Other lines always have an end, and the first of several needs no word before it. */}
      {(isLast && !isFirst) || (to === null && !isLast) ? (
        <ChoiceControl
          label="End of the line"
          path={[...path, "to"]}
          value={to ? "until" : "open"}
          options={endOptions}
          onChange={(end) => onChange({ ...line, to: end === "open" ? null : { count: "24", unit: "hours" } })}
        />
      ) : (
        to && !isFirst && <Word>up to</Word>
      )}
      {to && (
        <DurationControl
          label="Up to"
          path={[...path, "to"]}
          value={to}
          onChange={(changed) => onChange({ ...line, to: changed })}
        />
      )}
      <ChoiceControl
        label="Kind of price"
        path={[...path, "kind"]}
        value={kind}
        options={lineKinds}
        onChange={(changed) => onChange({ ...line, kind: changed })}
      />
      {kind === "each" && (
        <DurationControl
          label="Step"
          path={[...path, "step"]}
          value={step}
          onChange={(changed) => onChange({ ...line, step: changed })}
        />
      )}
      <AmountControl
        label="Amount"
        path={[...path, "amount"]}
        value={amount}
        onChange={(changed) => onChange({ ...line, amount: changed })}
      />
    </Part>
  );
}
