// Filters of the debts, kept in the URL so that they can be shared.
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";

/** Least age in days; 0 shows all. */
export const debtAges = [0, 7, 30, 90] as const;

export interface DebtsUrlState {
  view: "vehicles" | "accounts";
  search: string;
  age: (typeof debtAges)[number];
  /** From 1. */
  page: number;
}

export function parseDebtsUrlState(parameters: URLSearchParams): DebtsUrlState {
  const page = parameters.get("page") ?? "";
  return {
    view: parameters.get("view") === "accounts" ? "accounts" : "vehicles",
    search: (parameters.get("search") ?? "").slice(0, 50),
    age: debtAges.find((days) => String(days) === parameters.get("age")) ?? 0,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
}

/** Omits defaults. */
export function serializeDebtsUrlState({ view, search, age, page }: DebtsUrlState): URLSearchParams {
  return new URLSearchParams({
    ...(view === "vehicles" ? {} : { view }),
    ...(search ? { search } : {}),
    ...(age > 0 ? { age: String(age) } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
}

/** A change of filters resets the page. */
export function useDebtsUrlState(): [DebtsUrlState, (next: Partial<DebtsUrlState>) => void] {
  const [parameters, setParameters] = useUrlParameters();
  const change = (next: Partial<DebtsUrlState>): void =>
    setParameters((current) => serializeDebtsUrlState({ ...parseDebtsUrlState(current), page: 1, ...next }), {
      replace: "search" in next,
      preventScrollReset: true,
    });
  return [parseDebtsUrlState(parameters), change];
}
