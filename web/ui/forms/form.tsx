// Forms built from the field catalogue, with its labels, limits, keyboards and error texts (§3, §5).
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import type { Field, Fields } from "#domain/schema/collection.ts";
import { getErrorText } from "#domain/errors.ts";
import { checkField } from "#domain/schema/fields.ts";
import { showError, showErrorCode } from "#web/ui/feedback.ts";
import { ReadOnlyContext } from "#web/ui/forms/read-only.ts";
import { t } from "#web/languages/t.ts";

export type FormValue = string | boolean;
export interface FormValues {
  [name: string]: FormValue;
}

interface FormState {
  fields: Fields;
  values: FormValues;
  errors: { [name: string]: string | undefined };
  isSubmitting: boolean;
  /** Something was entered that is not submitted yet. */
  isEdited: boolean;
  /** Sets a value, or computes it from the current one. */
  setValue: (name: string, value: FormValue | ((current: FormValue) => FormValue)) => void;
  /** Validates one field on blur. */
  validateField: (name: string) => void;
}

const FormContext = createContext<FormState | null>(null);

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error("A form field must be inside a <Form>");
  return state;
}

/** A field's value as the form submits it: valid, normalised, and null if empty. Numbers and ids are text. */
type SubmittedValue<W> = unknown extends W
  ? string | boolean | null
  : [NonNullable<W>] extends [boolean]
    ? boolean
    : [NonNullable<W>] extends [string]
      ? NonNullable<W> | null
      : string | null;
export type SubmittedValues<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer _, infer W> ? SubmittedValue<W> : never;
};

/** What is thrown by `onSubmit`, such as the answer of the server with the errors of several fields. */
interface Failure {
  code?: string;
  field?: string;
  message?: string;
  others?: readonly Failure[];
}

interface FormProps<F extends Fields> {
  fields: F;
  initial?: FormValues | undefined;
  /** Errors known before the form is shown, by field. */
  initialErrors?: { [name: string]: string } | undefined;
  /** Receives normalised values, null if empty. Thrown errors are shown at their field, or else as the catalogue defines. */
  onSubmit: (values: SubmittedValues<F>) => Promise<void> | void;
  children: ReactNode;
}

function getInitialValue(field: Field): FormValue {
  if (field.kind === "boolean") return field.default === true;
  return typeof field.default === "string" ? field.default : "";
}

function toSubmittedValue(field: Field, value: FormValue): string | boolean | null {
  if (typeof value === "boolean") return value;
  const normal = field.normalise ? field.normalise(value) : value;
  return normal === "" ? null : normal;
}

function toSubmittedValues<F extends Fields>(fields: F, values: FormValues): SubmittedValues<F>;
function toSubmittedValues(fields: Fields, values: FormValues): SubmittedValues<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toSubmittedValue(field, values[name] ?? "")]),
  );
}

export function Form<F extends Fields>({ fields, initial = {}, initialErrors = {}, onSubmit, children }: FormProps<F>) {
  const [values, setValues] = useState<FormValues>(() => ({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getInitialValue(field)])),
    ...initial,
  }));
  const [errors, setErrors] = useState<FormState["errors"]>(initialErrors);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  // The state is applied on the next render; a second submit may come before it.
  const isSubmittingRef = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // The field in which Enter was pressed, which goes on to the next required field.
  const enteredFieldRef = useRef<string>(undefined);

  const findInput = (name: string): HTMLElement | null | undefined =>
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);

  function getFieldError(name: string): string | undefined {
    const field = fields[name];
    const input = findInput(name);
    // The browser's value of a date without a time is empty, as if nothing had been typed.
    const isIncomplete =
      input instanceof HTMLInputElement && input.type === "datetime-local" && input.validity.badInput;
    if (isIncomplete) return t("*Enter the date and the time");
    return field && checkField({ name, field, value: values[name] });
  }

  function focus(name: string | undefined): void {
    const input = name ? findInput(name) : undefined;
    input?.focus({ preventScroll: true });
    // In the middle of the screen, where no bar covers it, once its error is there as well.
    requestAnimationFrame(() => input?.scrollIntoView({ block: "center" }));
  }

  const focusInitialError = useEffectEvent(() => focus(Object.keys(fields).find((name) => initialErrors[name])));
  useEffect(() => focusInitialError(), []);

  function showFailure(thrown: unknown): void {
    const failure: Failure = thrown instanceof Error ? thrown : {};
    const [name] = [failure, ...(failure.others ?? [])].map(showAtField);
    if (name) focus(name);
    else showError(thrown);
  }

  /** Returns the name of the field; undefined if the form does not have it. */
  function showAtField({ code = "", field = "", message = "" }: Failure): string | undefined {
    const name = fields[field] ? field : field.split(".").at(-1)!;
    if (!fields[name]) return undefined;
    setErrors((current) => ({ ...current, [name]: message.startsWith("*") ? message : getErrorText(code) }));
    return name;
  }

  /** True if the field follows the one in which Enter was pressed: it was not reached yet, which is no error. */
  function isAfter(name: string, enteredField: string | undefined): boolean {
    const names = Object.keys(fields);
    return enteredField !== undefined && names.indexOf(name) > names.indexOf(enteredField);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const enteredField = enteredFieldRef.current;
    enteredFieldRef.current = undefined;
    if (isSubmittingRef.current) return;
    const newErrors = Object.fromEntries(Object.keys(fields).map((name) => [name, getFieldError(name)]));
    const firstInvalid = Object.keys(newErrors).find((name) => newErrors[name]);
    if (firstInvalid && values[firstInvalid] === "" && isAfter(firstInvalid, enteredField)) return focus(firstInvalid);
    setErrors(newErrors);
    // The error of a field that is not on the page has no other place.
    if (firstInvalid && !findInput(firstInvalid)) return showErrorCode("FAILED_VALIDATION", newErrors[firstInvalid]);
    if (firstInvalid) return focus(firstInvalid);
    isSubmittingRef.current = true;
    setIsSubmitting(true);
    try {
      await onSubmit(toSubmittedValues(fields, values));
      setIsEdited(false);
    } catch (thrown) {
      showFailure(thrown);
    } finally {
      isSubmittingRef.current = false;
      setIsSubmitting(false);
    }
  }

  function noteEnter(event: KeyboardEvent): void {
    const { key, target } = event;
    enteredFieldRef.current =
      key === "Enter" && target instanceof HTMLInputElement && fields[target.name] ? target.name : undefined;
  }

  const state: FormState = {
    fields,
    values,
    errors,
    isSubmitting,
    isEdited,
    setValue(name, value) {
      setValues((current) => ({
        ...current,
        [name]: typeof value === "function" ? value(current[name] ?? "") : value,
      }));
      setErrors((current) => (current[name] ? { ...current, [name]: undefined } : current));
    },
    validateField(name) {
      // An empty field is validated on submit only.
      const error = values[name] === "" ? undefined : getFieldError(name);
      // An error of the server stays until the value changes: without it the form would move under the press that left the field.
      if (error) setErrors((current) => ({ ...current, [name]: error }));
    },
  };
  return (
    <FormContext value={state}>
      <form
        ref={form}
        noValidate
        onKeyDown={noteEnter}
        onInput={() => setIsEdited(true)}
        onSubmit={(event) => void submit(event)}
      >
        {children}
      </form>
    </FormContext>
  );
}

interface SubmitButtonProps extends ButtonProps {
  children: ReactNode;
  /** The form searches: it works also where everything is read-only. */
  isReading?: boolean;
}

/** Primary button of a form: shows a loader while submitting and ignores repeated clicks. */
export function SubmitButton({ children, isReading = false, disabled = false, ...rest }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  const isReadOnly = useContext(ReadOnlyContext) && !isReading;
  return (
    <Button
      type="submit"
      color="marigold"
      size="xl"
      fullWidth
      loading={isSubmitting}
      disabled={disabled || isReadOnly}
      {...rest}
    >
      {children}
    </Button>
  );
}
