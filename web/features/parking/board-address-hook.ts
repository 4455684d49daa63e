import { useSearchParams } from "react-router";
import { readAddress, writeAddress } from "#web/features/parking/board-address.ts";
import type { BoardAddress } from "#web/features/parking/board-address.ts";

/** The address as the board reads it, and how to change a part of it: another choice begins at its first page. */
export function useBoardAddress(): [BoardAddress, (next: Partial<BoardAddress>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const address = readAddress(parameters);
  function change(next: Partial<BoardAddress>): void {
    // Typing would otherwise fill the browser's history letter by letter.
    setParameters((known) => writeAddress({ ...readAddress(known), page: 1, ...next }), {
      replace: "search" in next,
      preventScrollReset: true,
    });
  }
  return [address, change];
}
