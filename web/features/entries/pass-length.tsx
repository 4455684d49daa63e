// How long a pass is to hold: the usual lengths with one press, any other by its number or its last day.
import { useBranch } from "#web/items/use-session.ts";
import { Choices } from "#web/ui/choices.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { useFormState } from "#web/ui/form.tsx";
import { Moment } from "#web/ui/time.tsx";
import { endOf, lengths, unitLabels } from "#web/features/entries/length.ts";
import styles from "#web/features/entries/entries.module.css";

const units = Object.entries(unitLabels).map(([value, label]) => ({ value, label }));

/** `start` is where it begins or goes on from. */
export function PassLength({ start }: { start: Date }) {
  const { zone } = useBranch();
  const { values } = useFormState();
  const end = endOf({ values, start, zone });
  return (
    <>
      <Choices name="length" label="How long" options={lengths} />
      {values["length"] === "other" && (
        <div className={styles["pair"]}>
          <FormField name="duration" placeholder="10" />
          <FormField name="time_type" options={units} />
        </div>
      )}
      {values["length"] === "until" && <FormField name="pass_end_time" />}
      {end && (
        <p className={styles["note"]} role="status">
          Holds until <Moment at={end} zone={zone} />
        </p>
      )}
    </>
  );
}
