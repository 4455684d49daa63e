// What the words of a rating may not contain: everybody reads them.
import { classifyPlate } from "#domain/vehicles/plate-number.ts";

const emailPattern = /[^\s@]+@[^\s@]+\.[^\s@]+/;
const linkPattern = /\bhttps?:|\bwww\./i;
/** A phone number in any grouping, with or without +91 or a leading 0. */
const phonePattern = /(?<!\d)(?:\+?91[\s-]*|0)?[6-9](?:[\s-]?\d){9}(?!\d)/;
/** A state's letters, a district's number, a series and a number, however they are separated. */
const platePattern = /(?<![A-Z0-9])[A-Z]{2}[\s-]?\d{1,2}[\s-]?[A-Z]{1,3}[\s-]?\d{1,4}(?![A-Z0-9])/gi;

/** Whether the words contain a phone number, an email address, a link or a vehicle number. */
export function hasContactDetails(words: string): boolean {
  const hasPlate = (words.match(platePattern) ?? []).some((found) => classifyPlate(found) !== undefined);
  return hasPlate || phonePattern.test(words) || emailPattern.test(words) || linkPattern.test(words);
}

const toPlain = (text: string): string => text.normalize("NFKC").toLowerCase();
const toCompact = (text: string): string => toPlain(text).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
/** Shorter parts of names, such as initials, are in any text. */
const minNamePart = 3;

/** Whether the words contain one of the person's names, or the phone number, plate or email address in any grouping. */
export function namesPerson({
  words,
  names,
  details,
}: {
  words: string;
  names: readonly string[];
  details: readonly string[];
}): boolean {
  const compact = toCompact(words);
  if (details.some((detail) => toCompact(detail) !== "" && compact.includes(toCompact(detail)))) return true;
  const said = new Set(toPlain(words).match(/[\p{L}\p{M}\p{N}]+/gu));
  const parts = names.flatMap((name) => toPlain(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return parts.some((part) => part.length >= minNamePart && said.has(part));
}

/** 'Ravi' of 'Ravi Kumar'; null if the first word is no name, such as a number, an initial or a plate. */
export function getFirstName(name: string | null): string | null {
  const first = name?.trim().split(/\s+/)[0] ?? "";
  return /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) ? first : null;
}
