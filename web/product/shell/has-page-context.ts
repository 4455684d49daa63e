// Provides the page lookup of routes.tsx to components that link to pages.
import { createContext, useContext } from "react";
import type { HasPageCheck } from "#web/product/shell/navigation.ts";

export const HasPageContext = createContext<HasPageCheck>(() => false);

/** `useHasPage()("parking/detail")`: whether the page exists under /{company}/{branch}/. */
export function useHasPage(): HasPageCheck {
  return useContext(HasPageContext);
}
