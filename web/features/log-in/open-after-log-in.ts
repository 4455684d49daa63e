// §2: where one wanted to go, else the landing; and what stands in the way of logging in on this side (§6).
import { useNavigate, useSearchParams } from "react-router";
import { safeRedirect, fillPlaceholders } from "#domain/rules/redirect-to.ts";
import type { Session } from "#web/items/session.ts";
import { showCode } from "#web/ui/messages.ts";
import { useHasPage } from "#web/ui/shell/pages-context.ts";
import { landingOfSession } from "#web/ui/shell/public-frame.tsx";

/** Goes where the person wanted to go, else to the landing of §2. */
export function useOpenAfterLogIn(): (session: Session) => void {
  const navigate = useNavigate();
  const hasPage = useHasPage();
  const [search] = useSearchParams();

  /** A board that is still to come opens on the branch's home, another page that is still to come on the first page. */
  function existing(landing: string): string {
    const [, company, branch, ...page] = landing.split("/");
    if (page.length === 0) return hasPage(landing) ? landing : "/";
    return hasPage(page.join("/")) ? landing : `/${company}/${branch}/home`;
  }

  return function open(session) {
    const wanted = fillPlaceholders({
      address: search.get("redirect_to"),
      companySlug: session.company?.slug ?? null,
      branchSlug: session.branch?.slug ?? null,
    });
    const landing = landingOfSession(session);
    if (!wanted && !landing) return showCode("INVALID_COMPANY_OR_BRANCH");
    void navigate(wanted ?? existing(landing ?? "/"), { replace: true });
  };
}

/** '?redirect_to=…' to be carried on to the next page of the log-in, or nothing. */
export function useCarriedRedirect(): string {
  const [search] = useSearchParams();
  const wanted = safeRedirect(search.get("redirect_to"));
  return wanted ? `?redirect_to=${encodeURIComponent(wanted)}` : "";
}
