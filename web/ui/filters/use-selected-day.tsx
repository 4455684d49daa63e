// Selected day of a page, kept in the URL; default: today.
import { Select } from "#web/ui/forms/select.tsx";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { isDateString } from "#domain/dates.ts";
import { getLastDays } from "#web/ui/filters/last-days.ts";
import { t } from "#web/languages/t.ts";

interface SelectedDay {
  /** 'YYYY-MM-DD' in the branch's time zone. */
  day: string;
  isToday: boolean;
  picker: ReactNode;
}

export function useSelectedDay(zone: string): SelectedDay {
  const [parameters, setParameters] = useSearchParams();
  const lastDays = getLastDays(zone);
  const today = lastDays[0]!;
  const requestedDay = parameters.get("day");
  const day = isDateString(requestedDay) ? requestedDay : today;
  // A link may select a day before the listed ones.
  const days = lastDays.includes(day) ? lastDays : [...lastDays, day];
  const picker = (
    <Select
      aria-label={t("Day")}
      size="lg"
      value={day}
      data={days.map((value) => ({ value, label: value === today ? `Today, ${value}` : value }))}
      onChange={(event) => setParameters({ day: event.currentTarget.value })}
    />
  );
  return { day, isToday: day === today, picker };
}
