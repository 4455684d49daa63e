// §2 key tags: each is on the key of one open car, which the database makes unique. See docs/rules/key-tags.md.
import { fillText } from "#domain/text/filled-text.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";

/** Fields of the valet configuration that define the board of key tags: 'K' and 40 give K1 to K40. */
export const keyTagBoardFields = ["key_tag_prefix", "key_tag_count"] as const;
type KeyTagBoard = Partial<Pick<RowOf<"Valet_and_Parking_Configuration">, (typeof keyTagBoardFields)[number]>>;
type TicketArgs = RuleArgsOf<"Valet_and_Parking_Information", "branch.valet_and_parking_config">;

/** 'k 17' and 'K17' are the same tag; null without one. */
export function normaliseKeyTag(tag: string | null | undefined): string | null {
  const normalised = (tag ?? "").replace(/\s+/g, "").toUpperCase();
  return normalised === "" ? null : normalised;
}

/** All tags of the board; empty for a branch that has none. */
export function listKeyTags(board: KeyTagBoard | null | undefined): string[] {
  const prefix = normaliseKeyTag(board?.key_tag_prefix) ?? "";
  return Array.from({ length: board?.key_tag_count ?? 0 }, (_, index) => `${prefix}${index + 1}`);
}

/**
 * Reserves the tag while the ticket is open, and releases it when the ticket is closed. FAILED_VALIDATION for a tag that
 * the branch's board does not have; the database rejects a second open ticket with KEY_TAG_TAKEN.
 */
export function applyKeyTag({
  before,
  after,
  changes,
  related,
}: TicketArgs): TicketChanges | RuleViolation | undefined {
  if ((after.out_time ?? null) !== null) return before?.key_tag_in_use ? { key_tag_in_use: null } : undefined;
  if (before && (!("key_tag" in changes) || changes.key_tag === before.key_tag)) return undefined;
  const tag = normaliseKeyTag(after.key_tag);
  const tags = listKeyTags(related.branch?.valet_and_parking_config);
  if (tag !== null && tags.length > 0 && !tags.includes(tag))
    return new RuleViolation(
      "FAILED_VALIDATION",
      "key_tag",
      {},
      fillText("keyTagUnknown", { first: tags[0]!, last: tags.at(-1)! }),
    );
  return { key_tag_in_use: tag };
}
