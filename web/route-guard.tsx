// §2: renders a page, redirects to the login, or shows the access-denied view.
import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { isErrorCode } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { evaluateGuard } from "#web/route-guards.ts";
import type { RouteGuardRule } from "#web/route-guards.ts";
import { ApiError } from "#web/api/api-error.ts";
import { endSession } from "#web/api/client.ts";
import { SessionContext, useSession } from "#web/api/use-session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";

// Rarely shown: not part of the first load.
const AccessDenied = lazy(async () => ({ default: (await import("#web/product/access-denied.tsx")).AccessDenied }));

export function RouteGuard({ guard, children }: { guard: RouteGuardRule; children: ReactNode }) {
  return guard.audience === "anyone" ? children : <GuardedContent guard={guard}>{children}</GuardedContent>;
}

function GuardedContent({ guard, children }: { guard: RouteGuardRule; children: ReactNode }) {
  const { data: session, error, refetch } = useSession();
  const { pathname, search, hash } = useLocation();
  const { company, branch } = useParams();
  if (error && session === undefined) return <SessionFailed error={error} onRetry={() => void refetch()} />;
  if (session === undefined) return <SessionLoading />;
  const decision = evaluateGuard({ guard, session, address: pathname + search + hash, slugs: { company, branch } });
  if (decision.kind === "redirect") return <Navigate to={decision.to} replace />;
  if (decision.kind === "open") return <SessionContext value={session}>{children}</SessionContext>;
  return (
    <Suspense>
      <AccessDenied code={decision.code} />
    </Suspense>
  );
}

/** §2: 'Rendering waits until auth is known, for up to 1 second'; after that a skeleton is shown. */
function SessionLoading() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), limits.authWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <SkeletonRows count={6} /> : null;
}

/** Lost access (account suspended, branch archived) ends the session with its reason; a network failure does not. */
function SessionFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code =
    error instanceof ApiError && (error.status === 401 || error.status === 403) && isErrorCode(error.code)
      ? error.code
      : undefined;
  useEffect(() => {
    if (code)
      endSession(
        code === "INVALID_CREDENTIALS" || code === "TOKEN_EXPIRED" || code === "INVALID_TOKEN" ? "TOKEN_EXPIRY" : code,
      );
  }, [code]);
  return code ? null : <ErrorState error={error} onRetry={onRetry} />;
}
