// §5 GSTIN, PAN: validated while typing, and looked up in the register once the format is valid.
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import { findGstinMismatch } from "#domain/gstin.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { withHelpButton } from "#web/product/help-button.tsx";
import { CodeField } from "#web/product/submission/code-field.tsx";
import { normalizeTaxId, type TaxIdKind } from "#web/api/tax-ids.ts";
import { TaxIdStatus } from "#web/product/submission/tax-id-status.tsx";
import { Text } from "#web/ui/text.tsx";

const taxIdFields = { gstin: Branch.fields.gstin, pan: Companies.fields.pan };

interface TaxIdFieldProps {
  /** Form field name; defaults to the kind. */
  name?: string;
  kind: TaxIdKind;
  label?: string;
  description?: string;
}

export function TaxIdField({ kind, name = kind, ...fieldProps }: TaxIdFieldProps) {
  const { values, errors } = useFormState();
  const { [name]: typed, pan, state } = values;
  const number = typeof typed === "string" ? normalizeTaxId({ kind, typed }) : undefined;
  // Not compared with a PAN that is still being typed.
  const typedPan = typeof pan === "string" ? normalizeTaxId({ kind: "pan", typed: pan }) : undefined;
  const { max, message } = taxIdFields[kind];
  const isWrong = !number && typeof typed === "string" && uppercase(typed).length === max;
  const mismatch = kind === "gstin" && number ? findGstinMismatch({ gstin: number, pan: typedPan, state }) : undefined;
  return (
    <div>
      <CodeField name={name} {...fieldProps} inputContainer={withHelpButton(kind)} />
      <Text component="div" size="sm" role="status" style={{ minHeight: "var(--space-xl)" }}>
        {number && !errors[name] && <TaxIdStatus kind={kind} number={number} mismatch={mismatch} />}
        {isWrong && !errors[name] && (
          <Text component="span" c="red" size="sm">
            {message?.replace(/^\*/, "")}
          </Text>
        )}
      </Text>
    </div>
  );
}
