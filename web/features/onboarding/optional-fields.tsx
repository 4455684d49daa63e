// Fields that can be left for later: closed, unless one of them has a value to be corrected.
import type { ReactNode } from "react";
import { Disclosure } from "#web/ui/data/disclosure.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";

interface OptionalFieldsProps {
  label: string;
  /** Fields inside: an error of one opens them. */
  names?: readonly string[];
  children: ReactNode;
}

export function OptionalFields({ label, names = [], children }: OptionalFieldsProps) {
  const { errors } = useFormState();
  return (
    <Disclosure label={label} isForcedOpen={names.some((name) => errors[name])}>
      {children}
    </Disclosure>
  );
}
