// Fills the names of a company from the registers of its PAN and GSTIN, and says where a typed name differs from them.
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle } from "@tabler/icons-react";
import { findDifferingName, suggestCompany } from "#domain/onboarding/prefill.ts";
import { normalizeTaxId, type TaxIdKind, taxIdQuery } from "#web/api/tax-ids.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { useAutofill } from "#web/ui/forms/use-autofill.ts";
import { Notice } from "#web/ui/notice.tsx";

/** The valid number in a field of the form, and the register's answer about it. */
function useRegister(kind: TaxIdKind) {
  const { values } = useFormState();
  const typed = values[kind];
  const number = typeof typed === "string" ? normalizeTaxId({ kind, typed }) : undefined;
  const { data: answer } = useQuery(taxIdQuery({ kind, number }));
  return { number: number ?? "", answer };
}

export function CompanySuggestions() {
  const { values } = useFormState();
  const [pan, gstin] = [useRegister("pan"), useRegister("gstin")];
  const suggestions = suggestCompany({
    pan: pan.number,
    gstin: gstin.number,
    panAnswer: pan.answer,
    gstinAnswer: gstin.answer,
  });
  useAutofill({ sourceKey: JSON.stringify(suggestions), valuesToFill: suggestions });
  const differing = findDifferingName({
    typed: String(values["registered_name"] ?? ""),
    answer: { ...pan.answer, ...gstin.answer },
  });
  return (
    <div role="status">
      {differing !== undefined && (
        <Notice icon={IconAlertTriangle}>
          The register has the name {differing}. The verifier sees both: use the name in the register, or add a document
          that explains the difference.
        </Notice>
      )}
    </div>
  );
}
