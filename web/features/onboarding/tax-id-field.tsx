// §5 GSTIN, PAN: checked as one types, and asked of the register as soon as it can be one.
import { useFormState } from "#web/ui/form.tsx";
import { beside } from "#web/ui/help-note.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { taxIdTyped, type TaxIdKind } from "#web/items/tax-ids.ts";
import { TaxIdAnswer } from "#web/ui/submission/tax-id-answer.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

interface TaxIdFieldProps {
  /** Its name in the form, where that is not the kind's. */
  name?: string;
  kind: TaxIdKind;
  label?: string;
  description?: string;
}

export function TaxIdField({ kind, name = kind, ...shown }: TaxIdFieldProps) {
  const { values } = useFormState();
  const typed = values[name];
  const number = typeof typed === "string" ? taxIdTyped({ kind, typed }) : undefined;
  return (
    <div>
      <TypedField name={name} {...shown} inputContainer={beside(kind)} />
      <div role="status" className={styles["told"]}>
        {number && <TaxIdAnswer kind={kind} number={number} />}
      </div>
    </div>
  );
}
