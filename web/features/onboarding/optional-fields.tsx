// Fields that can be left for later: closed, unless one of them has a value to be corrected.
import { type ReactNode, useState } from "react";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";

interface OptionalFieldsProps {
  label: string;
  /** Fields inside: an error of one opens them. */
  names?: readonly string[];
  children: ReactNode;
}

export function OptionalFields({ label, names = [], children }: OptionalFieldsProps) {
  const { errors } = useFormState();
  const [isOpen, setOpen] = useState(false);
  const hasError = names.some((name) => errors[name]);
  return (
    <details open={isOpen || hasError} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary style={{ minHeight: "var(--target)", alignContent: "center", cursor: "pointer" }}>
        <strong>{label}</strong>
      </summary>
      <Stack gap="lg">{children}</Stack>
    </details>
  );
}
