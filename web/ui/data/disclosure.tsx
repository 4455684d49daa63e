// Content that a press on its label opens and closes.
import { type ReactNode, useState } from "react";
import { Stack } from "#web/ui/layout.tsx";

interface DisclosureProps {
  label: string;
  /** Opens it whatever was pressed, as for an error inside. */
  isForcedOpen?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function Disclosure({ label, isForcedOpen = false, className, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={className}
      open={isOpen || isForcedOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary style={{ minHeight: "var(--target)", alignContent: "center", cursor: "pointer" }}>
        <strong>{label}</strong>
      </summary>
      <Stack gap="lg">{children}</Stack>
    </details>
  );
}
