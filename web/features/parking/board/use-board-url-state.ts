import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";
import { parseBoardUrlState, serializeBoardUrlState } from "#web/features/parking/board/board-url-state.ts";
import type { BoardUrlState } from "#web/features/parking/board/board-url-state.ts";

/** URL state of the board. A change resets the page number unless it sets one. */
export function useBoardUrlState(): [BoardUrlState, (next: Partial<BoardUrlState>) => void] {
  const [parameters, setParameters] = useUrlParameters();
  const urlState = parseBoardUrlState(parameters);
  function change(next: Partial<BoardUrlState>): void {
    // Replaces while typing, so that each letter does not become a history entry.
    setParameters((current) => serializeBoardUrlState({ ...parseBoardUrlState(current), page: 1, ...next }), {
      replace: "search" in next,
      preventScrollReset: true,
    });
  }
  return [urlState, change];
}
