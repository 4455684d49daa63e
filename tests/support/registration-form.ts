// A complete, valid registration of a company with its first branch.
import { computeGstinCheckCharacter } from "#domain/gstin.ts";

/** A GSTIN of Tamil Nadu with its check character. */
export function createGstin(pan: string, entity = "1"): string {
  const text = `33${pan}${entity}Z`;
  return text + computeGstinCheckCharacter(text);
}

export function createRegistrationForm({
  number,
  pan,
  file,
  agreement,
}: {
  /** Makes the company's name unique. */
  number: number;
  pan: string;
  /** The PAN card's. */
  file: string;
  /** The accepted version of the agreement. */
  agreement: string | undefined;
}) {
  return {
    company_type: "single_organization",
    company_name: `Meenakshi Parking ${number}`,
    registered_name: "Meenakshi Parking Private Limited",
    pan,
    branch_name: "Mount Road",
    entity_type: "commercial",
    gstin: createGstin(pan),
    address: "12 Mount Road, near the bridge",
    state: "Tamil Nadu",
    city: "Chennai",
    pincode: "600002",
    is_parking: true,
    signatory_name: "Meena Kumari",
    signatory_email: "meena@example.com",
    signatory_designation: "Director",
    signatory_address: "12 Mount Road, Chennai",
    documents: [{ kind: "pan_card", file }],
    agreement_name: "Meena Kumari",
    agreement_version: agreement,
  };
}
