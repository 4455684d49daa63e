// Fills form fields with the known values of a vehicle.
import { useEffect, useRef } from "react";
import { useFormState } from "#web/ui/forms/form.tsx";

/**
 * Fills empty fields, and replaces its own values when `sourceKey` changes. Values typed by the user are never overwritten.
 */
export function useAutofill({
  sourceKey,
  valuesToFill,
}: {
  sourceKey: unknown;
  valuesToFill: { [name: string]: string };
}): void {
  const { values, setValue } = useFormState();
  const filled = useRef<{ [name: string]: string }>({});
  useEffect(() => {
    for (const [name, value] of Object.entries(valuesToFill)) {
      const typed = values[name] ?? "";
      if (typed !== "" && typed !== filled.current[name]) continue;
      if (typed !== value) setValue(name, value);
      filled.current[name] = value;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sourceKey]);
}
