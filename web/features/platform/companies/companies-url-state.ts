// Filters of the companies, kept in the URL so that they can be shared.
import { onboardingStatuses } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";

export interface CompaniesUrlState {
  search: string;
  /** Undefined shows all. */
  status: OnboardingStatus | undefined;
  /** From 1. */
  page: number;
}

export function parseCompaniesUrlState(parameters: URLSearchParams): CompaniesUrlState {
  const page = parameters.get("page") ?? "";
  return {
    search: (parameters.get("search") ?? "").slice(0, 50),
    status: onboardingStatuses.find((status) => status === parameters.get("status")),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** Omits defaults. */
export function serializeCompaniesUrlState({ search, status, page }: CompaniesUrlState): URLSearchParams {
  return new URLSearchParams({
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
}

/** A change of filters resets the page. */
export function useCompaniesUrlState(): [CompaniesUrlState, (next: Partial<CompaniesUrlState>) => void] {
  const [parameters, setParameters] = useUrlParameters();
  const change = (next: Partial<CompaniesUrlState>): void =>
    setParameters((current) => serializeCompaniesUrlState({ ...parseCompaniesUrlState(current), page: 1, ...next }), {
      replace: "search" in next,
      preventScrollReset: true,
    });
  return [parseCompaniesUrlState(parameters), change];
}
