// Rules of Tariff_Versions: a version is correct and complete, and never changes once it has started or applies to an
// entry.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { TariffProblem } from "#domain/tariffs/tariff-problems.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";

type VersionArgs = RuleArgsOf<"Tariff_Versions">;
type VersionChanges = Partial<RowOf<"Tariff_Versions">>;

export interface TariffVersionUse {
  /** Whether an entry, ticket or booking has been promised the version. */
  isReferenced: boolean;
  /**
   * A changed tariff with its defaults, or what is wrong with it. The server parses it, since browsers that load the
   * collection load no schemas.
   */
  parsed?: TariffVersion | readonly TariffProblem[] | undefined;
}

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    tariffVersionUse: TariffVersionUse;
  }
}

/** INVALID_TARIFF with a text for each problem; the message is the first one. */
export function toTariffViolation(problems: readonly TariffProblem[]): RuleViolation {
  const list = problems.map(({ path, text }) => ({ path, text }));
  return new RuleViolation("INVALID_TARIFF", "tariff", { problems: list }, problems[0]?.text);
}

function isInUse({ before, lookups, now }: VersionArgs): boolean {
  if (!before) return false;
  // A version that starts at this very moment is still being written: by one request for several time charges.
  return before.starts_at < now || lookups?.tariffVersionUse?.isReferenced === true;
}

/** INVALID_TARIFF; TARIFF_VERSION_IN_USE if the version has started or applies to an entry. */
export function applyTariffVersion(args: VersionArgs): VersionChanges | RuleViolation | undefined {
  const { before, changes, now } = args;
  if (isInUse(args)) return new RuleViolation("TARIFF_VERSION_IN_USE");
  for (const field of ["branch", "service"] as const)
    if (before && field in changes && changes[field] !== before[field]) return new RuleViolation("FORBIDDEN", field);
  const result: VersionChanges = {};
  if (!before || "starts_at" in changes) {
    const startsAt = changes.starts_at ?? now;
    if (startsAt < now) return toTariffViolation([{ path: ["starts_at"], text: "The start is in the past." }]);
    result.starts_at = startsAt;
  }
  if ("tariff" in changes) {
    const parsed = args.lookups?.tariffVersionUse?.parsed;
    if (!parsed) throw new TypeError("The lookup has not parsed the tariff");
    if (!("plans" in parsed)) return toTariffViolation(parsed);
    result.tariff = parsed;
  }
  return result;
}

export function validateVersionDelete(args: VersionArgs): RuleViolation | undefined {
  return isInUse(args) ? new RuleViolation("TARIFF_VERSION_IN_USE") : undefined;
}
