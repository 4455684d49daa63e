// §2: the page to open after login: redirect_to, otherwise the landing page of the role.
import { useNavigate, useSearchParams } from "react-router";
import { toSafeRedirect, resolveRedirectTemplate } from "#domain/accounts/safe-redirect.ts";
import type { Session } from "#web/api/session.ts";
import { showErrorCode } from "#web/ui/feedback.ts";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";

/** Navigates to redirect_to, otherwise to the landing page of §2. */
export function useRedirectAfterLogIn(): (session: Session) => void {
  const navigate = useNavigate();
  const hasPage = useHasPage();
  const [search] = useSearchParams();

  /** Falls back to the branch home where the landing page does not exist, and to the start page without a branch. */
  function toExistingPage(landing: string): string {
    const [, company, branch, ...page] = landing.split("/");
    if (page.length === 0) return hasPage(landing) ? landing : "/";
    return hasPage(page.join("/")) ? landing : `/${company}/${branch}/home`;
  }

  return function open(session) {
    const redirectTo = resolveRedirectTemplate({
      address: search.get("redirect_to"),
      companySlug: session.company?.slug ?? null,
      branchSlug: session.branch?.slug ?? null,
    });
    const landing = getSessionLandingPath(session);
    if (!redirectTo && !landing) return showErrorCode("INVALID_COMPANY_OR_BRANCH");
    void navigate(redirectTo ?? toExistingPage(landing ?? "/"), { replace: true });
  };
}

/** '?redirect_to=…' for the next page of the login, or an empty string. */
export function useRedirectQuery(): string {
  const [search] = useSearchParams();
  const redirectTo = toSafeRedirect(search.get("redirect_to"));
  return redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : "";
}

/** Query parameter of the customer login that shows the form with email and password first. */
export const passwordFirst = "password";
