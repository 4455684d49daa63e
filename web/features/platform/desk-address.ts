// What the desk shows stands in its address: it can be shared, and the back button returns to it.
import { useSearchParams } from "react-router";
import { onboardingStatuses } from "#domain/states/onboarding.ts";
import type { OnboardingStatus } from "#domain/states/onboarding.ts";

export interface DeskAddress {
  status: OnboardingStatus;
  search: string;
  companies: number;
  branches: number;
}

const first: DeskAddress = { status: "draft", search: "", companies: 1, branches: 1 };

function pageIn(text: string | null): number {
  return /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
}

export function readDesk(parameters: URLSearchParams): DeskAddress {
  return {
    status: onboardingStatuses.find((known) => known === parameters.get("status")) ?? first.status,
    search: (parameters.get("search") ?? "").slice(0, 50),
    companies: pageIn(parameters.get("companies")),
    branches: pageIn(parameters.get("branches")),
  };
}

/** What is as at first is left out. */
export function writeDesk(address: DeskAddress): URLSearchParams {
  const told = Object.entries(address).filter(([name, value]) => value !== first[name as keyof DeskAddress]);
  return new URLSearchParams(told.map(([name, value]) => [name, String(value)]));
}

/** Another choice begins at its first page. */
export function useDeskAddress(): [DeskAddress, (next: Partial<DeskAddress>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (next: Partial<DeskAddress>): void =>
    setParameters((known) => writeDesk({ ...readDesk(known), companies: 1, branches: 1, ...next }), {
      replace: "search" in next,
      preventScrollReset: true,
    });
  return [readDesk(parameters), change];
}
