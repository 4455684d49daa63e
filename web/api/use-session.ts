// Session hooks.
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#web/api/session.ts";
import type { Session, SessionBranch, SessionCompany } from "#web/api/session.ts";

/** `data` is undefined while loading, null if logged out. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** For pages behind a route guard, where a session always exists. */
export function useRequiredSession(): Session {
  const { data } = useSession();
  if (!data) throw new Error("This page has no route guard");
  return data;
}

/** For pages of a branch; `path("parking/dashboard")` returns the path of another page of the branch. */
export function useBranch(): {
  company: SessionCompany;
  branch: SessionBranch;
  zone: string;
  path: (page: string) => string;
} {
  const { company, branch } = useRequiredSession();
  if (!company || !branch) throw new Error("This page needs a branch");
  return { company, branch, zone: branch.time_zone, path: (page) => `/${company.slug}/${branch.slug}/${page}` };
}
