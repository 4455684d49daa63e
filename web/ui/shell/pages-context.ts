// Which pages exist, told by routes.tsx to the parts that link to them.
import { createContext, useContext } from "react";
import type { HasPage } from "#web/ui/shell/navigation.ts";

export const PagesContext = createContext<HasPage>(() => false);

/** `useHasPage()("parking/detail")`: whether there is such a page under /{company}/{branch}/. */
export function useHasPage(): HasPage {
  return useContext(PagesContext);
}
