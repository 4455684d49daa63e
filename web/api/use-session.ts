// Session hooks.
import { createContext, use } from "react";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#web/api/session.ts";
import type { Session, SessionBranch, SessionCompany } from "#web/api/session.ts";

/** `data` is undefined while loading, null if logged out. */
export function useSession() {
  return useQuery(sessionQuery);
}

/**
 * The session with which the route guard opened the page. Read from the query, it could be gone in a part of the page that
 * is rendered after a log-out while the guard was rendered before it.
 */
export const SessionContext = createContext<Session | null>(null);

/** For pages behind a route guard, where a session always exists. */
export function useRequiredSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("This page has no route guard");
  return session;
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
