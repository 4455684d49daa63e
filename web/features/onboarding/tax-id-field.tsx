// §5 GSTIN, PAN: checked as one types, and asked of the register as soon as it can be one.
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle, IconCheck, IconCloudOff } from "@tabler/icons-react";
import { useFormState } from "#web/ui/form.tsx";
import { TypedField } from "#web/ui/typed-field.tsx";
import { isUnavailable, taxIdQuery, taxIdTyped, type TaxIdKind } from "#web/features/onboarding/calls.ts";
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
      <TypedField name={name} {...shown} />
      <div role="status" className={styles["told"]}>
        {number && <Answer kind={kind} number={number} />}
      </div>
    </div>
  );
}

function Answer({ kind, number }: { kind: TaxIdKind; number: string }) {
  const { data, error, isPending } = useQuery(taxIdQuery({ kind, number }));
  if (isPending) return <span>Asking the register…</span>;
  if (error && isUnavailable(error))
    return (
      <span className={styles["line"]}>
        <IconCloudOff size={20} aria-hidden="true" />
        The register cannot be reached right now. That says nothing about your number: go on, we ask again.
      </span>
    );
  if (error)
    return (
      <span className={styles["wrong"]}>
        <IconAlertTriangle size={20} aria-hidden="true" />
        {error.message.replace(/^\*/, "")}
      </span>
    );
  const name = data.legal_name ?? data.registered_name ?? data.category;
  return (
    <span className={styles["right"]}>
      <IconCheck size={20} aria-hidden="true" />
      Active{name ? `: ${name}` : ""}
    </span>
  );
}
