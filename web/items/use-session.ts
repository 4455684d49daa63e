// The session inside components.
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#web/items/session.ts";
import type { Session, SessionBranch, SessionCompany } from "#web/items/session.ts";

/** `data` is undefined until it is known, null for nobody. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** For pages behind a guard, where there is always somebody. */
export function useKnownSession(): Session {
  const { data } = useSession();
  if (!data) throw new Error("This page stands behind no guard");
  return data;
}

/** For pages of a branch; `path("parking/dashboard")` is the address of another page of it. */
export function useBranch(): {
  company: SessionCompany;
  branch: SessionBranch;
  zone: string;
  path: (page: string) => string;
} {
  const { company, branch } = useKnownSession();
  if (!company || !branch) throw new Error("This page needs a branch");
  return { company, branch, zone: branch.time_zone, path: (page) => `/${company.slug}/${branch.slug}/${page}` };
}
