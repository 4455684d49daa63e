// A value that is edited without a form: it follows the saved one until something was entered, and keeps that otherwise.
import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/**
 * For a form that began with the saved value: throws ENTRY_CHANGED if somebody else has saved another one meanwhile, once. What
 * was entered stays, and is saved the next time.
 */
export function useUnchangedValue(saved: unknown): () => void {
  const text = JSON.stringify(saved);
  const start = useRef(text);
  return () => {
    if (start.current === text) return;
    start.current = text;
    throw new ApiError({ code: "ENTRY_CHANGED", status: 409 });
  };
}

interface EditedValue<T> {
  value: T;
  setValue: (value: T) => void;
  /** Follows the saved value again, once what was entered is saved. */
  reset: () => void;
  /** Says that somebody else has saved another value meanwhile. */
  notice: ReactNode;
}

export function useEditedValue<T>(saved: T): EditedValue<T> {
  const [edited, setEdited] = useState<{ value: T; from: string }>();
  const text = JSON.stringify(saved);
  const isReplaced = edited !== undefined && edited.from !== text && JSON.stringify(edited.value) !== text;
  return {
    value: edited ? edited.value : saved,
    setValue: (value) => setEdited({ value, from: edited?.from ?? text }),
    reset: () => setEdited(undefined),
    notice: isReplaced && (
      <Text c="red" role="status">
        {t("*Somebody else has changed this. Save to replace it.")}
      </Text>
    ),
  };
}
