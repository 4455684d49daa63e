// Fills form fields with the known values of a vehicle.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useFormState } from "#web/ui/forms/form.tsx";

/**
 * Fills empty fields, and replaces its own values when `sourceKey` changes. Values typed by the user are never overwritten;
 * what is filled into the field with the focus is selected, so that typing replaces it.
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
  const focusedFieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    for (const [name, value] of Object.entries(valuesToFill)) {
      const typed = values[name] ?? "";
      if (typed !== "" && typed !== filled.current[name]) continue;
      filled.current[name] = value;
      if (typed === value) continue;
      setValue(name, value);
      const focused = document.activeElement;
      if (focused instanceof HTMLInputElement && focused.name === name) focusedFieldRef.current = focused;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sourceKey]);
  useLayoutEffect(() => {
    if (focusedFieldRef.current === document.activeElement) focusedFieldRef.current?.select();
    focusedFieldRef.current = null;
  }, [values]);
}
