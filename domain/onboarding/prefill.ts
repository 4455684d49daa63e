// §5 GSTIN, PAN: what the registers and the account already say about a registration, as suggestions for its form.
import { Companies } from "#domain/branches/companies.collection.ts";
import { collapseSpaces, uppercase } from "#domain/schema/fields.ts";
import { extractPan, gstStates } from "#domain/gstin.ts";
import { getPanHolderType } from "#domain/pan.ts";
import * as limits from "#domain/limits.ts";
import { findMainTown } from "#domain/branches/location/main-towns.ts";
import { stateNames } from "#domain/onboarding/registration.ts";
import { toTitleCase } from "#domain/text/labels.ts";

/** Answers of the registers, by the names on the wire. */
export interface RegisterAnswer {
  legal_name?: string | undefined;
  trade_name?: string | undefined;
  registered_name?: string | undefined;
  address?: string | undefined;
}
export interface Suggestions {
  [field: string]: string;
}

const withoutEmpty = (suggestions: Suggestions): Suggestions =>
  Object.fromEntries(Object.entries(suggestions).filter(([, value]) => value !== ""));

/** Names in capitals as customers know them; other spellings are kept. */
const toReadableName = (name: string): string => (name === name.toUpperCase() ? toTitleCase(name) : name);

const fitting = (text: string, max: number): string => (text.length <= max ? text : "");

/** Company step: the PAN within a GSTIN, the type of the holder, and the names in the registers. */
export function suggestCompany({
  pan,
  gstin,
  panAnswer,
  gstinAnswer,
}: {
  /** Valid and in upper case; empty if missing. */
  pan: string;
  gstin: string;
  panAnswer: RegisterAnswer | undefined;
  gstinAnswer: RegisterAnswer | undefined;
}): Suggestions {
  const number = pan || (gstin && extractPan(gstin));
  const registeredName = collapseSpaces(gstinAnswer?.legal_name || panAnswer?.registered_name || "");
  const tradeName = collapseSpaces(gstinAnswer?.trade_name || registeredName);
  const isPerson = number !== "" && getPanHolderType(number) === "Individual";
  return withoutEmpty({
    pan: number,
    company_type: number && (isPerson ? "individual" : "single_organization"),
    registered_name: fitting(registeredName, Companies.fields.registered_name.max ?? limits.companyName),
    company_name: fitting(toReadableName(tradeName), limits.companyName),
  });
}

/** Location step: the principal address of a GSTIN, which is in the state of its first digits. */
export function suggestPlace({ gstin, answer }: { gstin: string; answer: RegisterAnswer | undefined }): Suggestions {
  if (!gstin) return {};
  const stateName = gstStates[gstin.slice(0, 2)] ?? "";
  const state = stateNames.includes(stateName) ? stateName : "";
  const parts = (answer?.address ?? "").split(",").map(collapseSpaces).filter(Boolean);
  const pincode = /(\d{6})\D*$/.exec(parts.at(-1) ?? "")?.[1] ?? "";
  const named = parts.filter((part) => !/\d{6}$/.test(part) && uppercase(part) !== uppercase(stateName));
  const city = findMainTown(pincode) || (named.length > 1 && pincode ? named.at(-1)! : "");
  const street = named.length > 1 && uppercase(named.at(-1)!) === uppercase(city) ? named.slice(0, -1) : named;
  return withoutEmpty({ state, city, pincode, address: street.join(", ").slice(0, limits.address) });
}

const designations: { readonly [holder: string]: string } = {
  Individual: "Owner",
  Company: "Director",
  Firm: "Partner",
  Trust: "Trustee",
};

/** Signatory and signature: the account's owner, who registers the company, at the address typed before. */
export function suggestSignatory({
  account,
  pan,
  address,
}: {
  account: { first_name: string | null; email: string | null };
  pan: string;
  address: string;
}): Suggestions {
  return withoutEmpty({
    signatory_name: account.first_name ?? "",
    signatory_email: account.email ?? "",
    signatory_designation: designations[getPanHolderType(pan) ?? ""] ?? "Authorised signatory",
    signatory_address: address,
    agreement_name: account.first_name ?? "",
  });
}

/** Words that registers and people write in different ways. */
const spellings: readonly [RegExp, string][] = [
  [/\bM\/S\b\.?/g, " "],
  [/&/g, " AND "],
  [/\b(PVT|P)\b\.?(?=.*\b(LTD|LIMITED)\b)/g, "PRIVATE"],
  [/\bLTD\b/g, "LIMITED"],
  [/\bCO\b/g, "COMPANY"],
];

function toComparedName(name: string): string {
  const text = spellings.reduce((current, [pattern, word]) => current.replaceAll(pattern, word), name.toUpperCase());
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The name in the register if it differs from the typed one in more than spelling; undefined if one is unknown. */
export function findDifferingName({
  typed,
  answer,
}: {
  typed: string;
  answer: RegisterAnswer | undefined;
}): string | undefined {
  const names = [answer?.legal_name, answer?.trade_name, answer?.registered_name].filter(
    (name): name is string => typeof name === "string" && name !== "",
  );
  if (typed.trim() === "" || names.length === 0) return undefined;
  const typedName = toComparedName(typed);
  return names.some((name) => toComparedName(name) === typedName) ? undefined : names[0];
}

/** What the register has instead of the typed values, by field; only where it knows something else. */
export function compareWithRegister({
  typed,
  gstin,
  answer,
}: {
  typed: { readonly [field: string]: unknown };
  /** Of the branch; empty for a company, of which a register knows the name only. */
  gstin: string;
  answer: RegisterAnswer | undefined;
}): Suggestions {
  const { state = "", pincode = "", address = "" } = suggestPlace({ gstin, answer });
  // The register knows the principal place only: another branch has its own pin code.
  const typedAddress = toComparedName(toText(typed["address"]));
  const isPrincipalPlace = typedAddress === "" || typedAddress === toComparedName(address);
  const registered = { state, pincode: isPrincipalPlace ? pincode : "" };
  const name = findDifferingName({ typed: toText(typed["registered_name"]), answer });
  return withoutEmpty({
    ...Object.fromEntries(
      Object.entries(registered).filter(
        ([field, value]) =>
          value !== "" && toText(typed[field]) !== "" && uppercase(toText(typed[field])) !== uppercase(value),
      ),
    ),
    registered_name: name ?? "",
  });
}

const toText = (value: unknown): string => (typeof value === "string" ? value : "");
