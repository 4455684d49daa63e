// Forms made from the field catalogue: each field's own label, limits, keyboard and error text (§3, §5).
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import { createContext, useContext, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Field, Fields } from "#domain/collection.ts";
import { errorText } from "#domain/errors.ts";
import { fieldError } from "#domain/fields.ts";
import { showError } from "#web/ui/messages.ts";

export type FormValue = string | boolean;
export interface FormValues {
  [name: string]: FormValue;
}

interface FormState {
  fields: Fields;
  values: FormValues;
  errors: { [name: string]: string | undefined };
  isWaiting: boolean;
  setValue: (name: string, value: FormValue) => void;
  /** Checks one field, on leaving it. */
  check: (name: string) => void;
}

const FormContext = createContext<FormState | null>(null);

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error("A form field stands outside a <Form>");
  return state;
}

interface FormProps {
  fields: Fields;
  initial?: FormValues | undefined;
  /** What was found to be wrong before the form stood here, by field. */
  initialErrors?: { [name: string]: string } | undefined;
  /** Gets every value as it is stored: normalised, and null where nothing was typed. What it throws is shown: by its field, else as the catalogue says. */
  onSubmit: (values: { [name: string]: string | boolean | null }) => Promise<void> | void;
  children: ReactNode;
}

function startValue(field: Field): FormValue {
  if (field.kind === "boolean") return field.default === true;
  return typeof field.default === "string" ? field.default : "";
}

function stored(field: Field, value: FormValue): string | boolean | null {
  if (typeof value === "boolean") return value;
  const normal = field.normalise ? field.normalise(value) : value;
  return normal === "" ? null : normal;
}

export function Form({ fields, initial = {}, initialErrors = {}, onSubmit, children }: FormProps) {
  const [values, setValues] = useState<FormValues>(() => ({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, startValue(field)])),
    ...initial,
  }));
  const [errors, setErrors] = useState<FormState["errors"]>(initialErrors);
  const [isWaiting, setIsWaiting] = useState(false);
  // The state is only seen at the next render; a second press may come before it.
  const isUnderWay = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  function errorOf(name: string): string | undefined {
    const field = fields[name];
    return field && fieldError({ name, field, value: values[name] });
  }

  function focus(name: string | undefined): void {
    const input = name && form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
    if (input) input.focus();
  }

  function showFailure(thrown: unknown): void {
    const { code, field } = thrown as { code?: string; field?: string };
    const place = field && (fields[field] ? field : field.split(".").at(-1));
    if (!place || !fields[place]) return showError(thrown);
    const message = (thrown as { message?: string }).message ?? "";
    setErrors((known) => ({ ...known, [place]: message.startsWith("*") ? message : errorText(code ?? "") }));
    focus(place);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isUnderWay.current) return;
    const found = Object.fromEntries(Object.keys(fields).map((name) => [name, errorOf(name)]));
    setErrors(found);
    const first = Object.keys(found).find((name) => found[name]);
    if (first) return focus(first);
    isUnderWay.current = true;
    setIsWaiting(true);
    try {
      await onSubmit(
        Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, stored(field, values[name] ?? "")])),
      );
    } catch (thrown) {
      showFailure(thrown);
    } finally {
      isUnderWay.current = false;
      setIsWaiting(false);
    }
  }

  const state: FormState = {
    fields,
    values,
    errors,
    isWaiting,
    setValue(name, value) {
      setValues((known) => ({ ...known, [name]: value }));
      setErrors((known) => (known[name] ? { ...known, [name]: undefined } : known));
    },
    check(name) {
      // An untouched required field is not scolded for being passed by.
      if (values[name] !== "") setErrors((known) => ({ ...known, [name]: errorOf(name) }));
    },
  };
  return (
    <FormContext value={state}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {children}
      </form>
    </FormContext>
  );
}

/** The main action of the screen: marigold, waits visibly, cannot be pressed twice. */
export function SubmitButton({ children, ...rest }: ButtonProps & { children: ReactNode }) {
  const { isWaiting } = useFormState();
  return (
    <Button type="submit" color="marigold" size="xl" fullWidth loading={isWaiting} {...rest}>
      {children}
    </Button>
  );
}
