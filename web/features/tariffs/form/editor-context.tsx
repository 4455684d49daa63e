// What all controls of the editor need: the problems of the draft and the names of vehicle types.
import { createContext, useContext } from "react";
import type { TariffProblem } from "#domain/tariffs/tariff-problems.ts";
import type { Path } from "#web/features/tariffs/draft/read-draft.ts";

interface EditorState {
  problems: readonly TariffProblem[];
  vehicleTypes: readonly { id: number; name: string | null }[];
}

const EditorContext = createContext<EditorState>({ problems: [], vehicleTypes: [] });
export const EditorProvider = EditorContext.Provider;

/** Id of the element with the problems of the surrounding part, which its controls refer to. */
const PartContext = createContext<string | undefined>(undefined);
export const PartProvider = PartContext.Provider;

export const useVehicleTypes = () => useContext(EditorContext).vehicleTypes;

/** The distinct texts of the problems of a part and everything in it. */
export function usePartProblems(path: Path): string[] {
  const { problems } = useContext(EditorContext);
  const isWithin = (other: Path) => path.every((step, index) => other[index] === step);
  return [...new Set(problems.filter((problem) => isWithin(problem.path)).map(({ text }) => text))];
}

/** Props that mark a control as wrong, and refer to the texts of its part. */
export function useControlProblem(path: Path): { error: boolean; "aria-describedby": string | undefined } {
  const hasProblem = usePartProblems(path).length > 0;
  const part = useContext(PartContext);
  return { error: hasProblem, "aria-describedby": hasProblem ? part : undefined };
}
