// Validity of a pass: common lengths, a custom length or an end date, with the price of the choice.
import { isPassTooLong, type PassUnit } from "#domain/passes/pass.ts";
import { getLongestPass } from "#domain/passes/pass-payment.ts";
import { useBranch } from "#web/api/use-session.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { computeEndOfDuration, listPassLengths, parsePassDuration } from "#web/features/passes/pass-duration.ts";
import { PassPrice } from "#web/features/passes/pass-price.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

/** Called while rendering, in the language of the page. */
function listUnitOptions(): { value: PassUnit; label: string }[] {
  return [
    { value: "hours", label: t("Hours") },
    { value: "days", label: t("Days") },
    { value: "month", label: t("Months") },
    { value: "years", label: t("Years") },
  ];
}

interface PassDurationFieldProps {
  /** Start of the pass or of its renewal. */
  start: Date;
  /** The pass that is renewed. */
  pass?: number;
  /** A new pass, as far as its price depends on it; `start` is left out if it starts now. */
  visitor?: { isPerson: boolean; start: Date | undefined };
}

export function PassDurationField({ start, pass, visitor }: PassDurationFieldProps) {
  const { branch, zone } = useBranch();
  const { values } = useFormState();
  const end = computeEndOfDuration({ values, start, zone });
  const longestDays = getLongestPass(branch);
  const isTooLong = end !== undefined && isPassTooLong({ start, end, zone, longestDays });
  const length = parsePassDuration({ values, zone });
  const vehicleType = values["vehicle_type"] ? { vehicle_type: Number(values["vehicle_type"]) } : {};
  const laterStart = visitor?.start ? { pass_start_time: visitor.start.toISOString() } : {};
  const sold = pass === undefined ? { ...vehicleType, ...laterStart, is_person: visitor?.isPerson === true } : { pass };
  return (
    <>
      <SegmentedRadio
        name="length"
        label={t("Validity")}
        options={listPassLengths({ start, zone, longestDays }).map(({ value, label }) => ({ value, label: t(label) }))}
      />
      {values["length"] === "other" && (
        <Grid minColumnWidth={120} gap="xs">
          <FormField name="duration" placeholder="10" />
          <FormField name="time_type" options={listUnitOptions()} />
        </Grid>
      )}
      {values["length"] === "until" && <FormField name="pass_end_time" />}
      {end && (
        <Notice c={isTooLong ? "red" : "grey"} role="status">
          {isTooLong
            ? t("A pass of this branch lasts at most {days} days.", { days: longestDays })
            : tNodes("Valid till {time}", { time: <DateTime at={end} zone={zone} /> })}
        </Notice>
      )}
      {end && end > start && length && !isTooLong && <PassPrice quoted={{ ...sold, ...length }} />}
    </>
  );
}
