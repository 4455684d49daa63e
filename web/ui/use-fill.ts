// What is known of a plate that was here before fills the form by itself.
import { useEffect, useRef } from "react";
import { useFormState } from "#web/ui/form.tsx";

/**
 * Fills what is empty, and takes away again what it filled when the plate turns out to be another's. `of` is whose values they
 * are: only another one fills anew, and what is typed afterwards stays.
 */
export function useFill({ of, wanted }: { of: unknown; wanted: { [name: string]: string } }): void {
  const { values, setValue } = useFormState();
  const filled = useRef<{ [name: string]: string }>({});
  useEffect(() => {
    for (const [name, value] of Object.entries(wanted)) {
      const typed = values[name] ?? "";
      if (typed !== "" && typed !== filled.current[name]) continue;
      if (typed !== value) setValue(name, value);
      filled.current[name] = value;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of]);
}
