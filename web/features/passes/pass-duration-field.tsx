// Validity of a pass: common durations, a custom duration or a custom end date.
import { useBranch } from "#web/api/use-session.ts";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { computeEndOfDuration, passDurationOptions, passUnitLabels } from "#web/features/passes/pass-duration.ts";

const unitOptions = Object.entries(passUnitLabels).map(([value, label]) => ({ value, label }));

/** `start` is the start of the pass or of its renewal. */
export function PassDurationField({ start }: { start: Date }) {
  const { zone } = useBranch();
  const { values } = useFormState();
  const end = computeEndOfDuration({ values, start, zone });
  return (
    <>
      <SegmentedRadio name="length" label="Validity" options={passDurationOptions} />
      {values["length"] === "other" && (
        <Grid minColumnWidth={120} gap="xs">
          <FormField name="duration" placeholder="10" />
          <FormField name="time_type" options={unitOptions} />
        </Grid>
      )}
      {values["length"] === "until" && <FormField name="pass_end_time" />}
      {end && (
        <Notice c="grey" role="status">
          Valid till <DateTime at={end} zone={zone} />
        </Notice>
      )}
    </>
  );
}
