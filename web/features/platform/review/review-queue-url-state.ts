// State of the review queue in its URL, so that it can be shared and the back button restores it.
import { onboardingStatuses } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";

export interface ReviewQueueUrlState {
  status: OnboardingStatus;
  search: string;
  companies: number;
  branches: number;
}

const defaultState: ReviewQueueUrlState = { status: "draft", search: "", companies: 1, branches: 1 };
const defaults = new Map<string, unknown>(Object.entries(defaultState));

function parsePage(text: string | null): number {
  return /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
}

export function parseReviewQueueUrlState(parameters: URLSearchParams): ReviewQueueUrlState {
  return {
    status: onboardingStatuses.find((status) => status === parameters.get("status")) ?? defaultState.status,
    search: (parameters.get("search") ?? "").slice(0, 50),
    companies: parsePage(parameters.get("companies")),
    branches: parsePage(parameters.get("branches")),
  };
}

/** Omits default values. */
export function serializeReviewQueueUrlState(state: ReviewQueueUrlState): URLSearchParams {
  const changed = Object.entries(state).filter(([name, value]) => value !== defaults.get(name));
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
}

/** A change of filter or search resets both pages to 1. */
export function useReviewQueueUrlState(): [ReviewQueueUrlState, (next: Partial<ReviewQueueUrlState>) => void] {
  const [parameters, setParameters] = useUrlParameters();
  const change = (next: Partial<ReviewQueueUrlState>): void =>
    setParameters(
      (current) =>
        serializeReviewQueueUrlState({ ...parseReviewQueueUrlState(current), companies: 1, branches: 1, ...next }),
      {
        replace: "search" in next,
        preventScrollReset: true,
      },
    );
  return [parseReviewQueueUrlState(parameters), change];
}
