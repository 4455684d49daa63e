// Months of the settlement, kept in the URL so that they can be shared.
import { addMonths, areMonths } from "#domain/reports/settlement/vendor-settlement.ts";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";

export interface SettlementUrlState {
  /** 'YYYY-MM', both inclusive. */
  from: string;
  to: string;
}

/** The month before is the default: it is over. */
function parseSettlementUrlState({
  parameters,
  month,
}: {
  parameters: URLSearchParams;
  /** The present month. */
  month: string;
}): SettlementUrlState {
  const state = { from: parameters.get("from") ?? "", to: parameters.get("to") ?? "" };
  const last = addMonths(month, -1);
  return areMonths(state) ? state : { from: last, to: last };
}

/** The other end follows where there would be no month, or too many. */
export function useSettlementUrlState(
  month: string,
): [SettlementUrlState, (next: Partial<SettlementUrlState>) => void] {
  const [parameters, setParameters] = useUrlParameters();
  const state = parseSettlementUrlState({ parameters, month });
  const change = (next: Partial<SettlementUrlState>): void => {
    const wanted = { ...state, ...next };
    const chosen = next.from ?? next.to ?? month;
    setParameters(() => new URLSearchParams(areMonths(wanted) ? { ...wanted } : { from: chosen, to: chosen }), {
      preventScrollReset: true,
    });
  };
  return [state, change];
}
