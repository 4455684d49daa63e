// A tariff as sent, checked by its schema and for what is wrong with its terms.
import { findTariffProblems, type TariffProblem } from "#domain/tariffs/tariff-problems.ts";
import { tariffSchema, type TariffVersion } from "#domain/tariffs/tariff.ts";

/** The tariff with its defaults, or what is wrong with it, by path. */
export function parseTariff(input: unknown): TariffVersion | TariffProblem[] {
  const parsed = tariffSchema.safeParse(input);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({
      path: path.map((part) => (typeof part === "number" ? part : String(part))),
      text: path.length > 0 ? `${path.join(".")}: ${message}` : message,
    }));
  const problems = findTariffProblems(parsed.data);
  return problems.length > 0 ? problems : parsed.data;
}
