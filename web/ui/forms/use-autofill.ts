// Fills form fields with the known values of a vehicle.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useFormState } from "#web/ui/forms/form.tsx";

/**
 * Fills empty fields, and replaces its own values when `sourceKey` changes: also those of an earlier visit, which the
 * fields have from the start. Values typed by the user are never overwritten; what is filled into the field with the focus
 * is selected, so that typing replaces it.
 */
export function useAutofill({
  sourceKey,
  valuesToFill,
  isLoading = false,
}: {
  sourceKey: unknown;
  valuesToFill: { [name: string]: string };
  /** True until the values of an earlier visit's source are known; `sourceKey` changes with them. */
  isLoading?: boolean;
}): void {
  const { values, setValue } = useFormState();
  const filled = useRef<{ [name: string]: string }>({});
  const filledNow = useRef(new Set<string>());
  const isOpening = useRef(true);
  useEffect(() => {
    const isOfEarlierVisit = isOpening.current;
    isOpening.current &&= isLoading;
    for (const [name, value] of Object.entries(valuesToFill)) {
      const typed = values[name] ?? "";
      const previous = filled.current[name];
      const isOwn = typed === previous || (isOfEarlierVisit && typed === value);
      if (typed !== "" && !isOwn) continue;
      filled.current[name] = value;
      if (typed === value) continue;
      filledNow.current.add(name);
      // The value at the time of the update: what is typed after this render is not overwritten.
      setValue(name, (current) => (current === "" || current === previous ? value : current));
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sourceKey]);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    for (const name of filledNow.current) {
      // Another field has changed first.
      if ((values[name] ?? "") === "") continue;
      filledNow.current.delete(name);
      const isFilled = values[name] === filled.current[name];
      if (isFilled && focused instanceof HTMLInputElement && focused.name === name) focused.select();
    }
  }, [values]);
}
