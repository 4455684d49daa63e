// A page of one day: which one stands in its address, today where none does.
import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { isDay } from "#domain/rules/dates.ts";
import { lastDays } from "#web/ui/last-days.ts";

interface ChosenDay {
  /** 'YYYY-MM-DD' by the branch's clock. */
  day: string;
  isToday: boolean;
  choice: ReactNode;
}

export function useDay(zone: string): ChosenDay {
  const [parameters, setParameters] = useSearchParams();
  const last = lastDays(zone);
  const today = last[0]!;
  const asked = parameters.get("day");
  const day = isDay(asked) ? asked : today;
  // A link may lead further back than the list does.
  const days = last.includes(day) ? last : [...last, day];
  const choice = (
    <NativeSelect
      aria-label="Day"
      size="lg"
      value={day}
      data={days.map((value) => ({ value, label: value === today ? `Today, ${value}` : value }))}
      onChange={(event) => setParameters({ day: event.currentTarget.value })}
    />
  );
  return { day, isToday: day === today, choice };
}
