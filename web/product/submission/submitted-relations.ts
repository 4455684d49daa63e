// Documents and tags of a submission, whose fields are read by name and are therefore untyped.
import { isJsonObject } from "#domain/json-object.ts";
import { documentKinds } from "#domain/onboarding/documents.collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";

export type SubmittedDocument = WireRow<
  "Onboarding_Documents",
  readonly ["id", "kind", "file.id", "file.filename_download", "file.type"]
>;
type SubmittedTag = WireRow<"Tags_Category", readonly ["id", "Name"]>;

/** Documents of the field `documents`; empty for another value. */
export function toSubmittedDocuments(value: unknown): SubmittedDocument[] {
  return Array.isArray(value) ? value.filter(isSubmittedDocument) : [];
}

function isSubmittedDocument(value: unknown): value is SubmittedDocument {
  return (
    isJsonObject(value) &&
    typeof value["id"] === "number" &&
    documentKinds.some((kind) => kind === value["kind"]) &&
    isJsonObject(value["file"]) &&
    typeof value["file"]["id"] === "string" &&
    typeof value["file"]["filename_download"] === "string"
  );
}

/** Tags of the field `tags`, a list of rows that link a tag; empty for another value. */
export function toSubmittedTags(value: unknown): SubmittedTag[] {
  if (!Array.isArray(value)) return [];
  return value.map((link: unknown) => (isJsonObject(link) ? link["tag"] : null)).filter(isSubmittedTag);
}

function isSubmittedTag(value: unknown): value is SubmittedTag {
  return isJsonObject(value) && typeof value["id"] === "number" && typeof value["Name"] === "string";
}
