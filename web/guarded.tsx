// §2: stands before a page and lets in, sends to the log-in, or shows the access-denied view.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { isErrorCode } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { decide } from "#web/guards.ts";
import type { Guard } from "#web/guards.ts";
import { ApiError } from "#web/items/api-error.ts";
import { endSession } from "#web/items/client.ts";
import { useSession } from "#web/items/use-session.ts";
import { AccessDenied } from "#web/ui/access-denied.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";

export function Guarded({ guard, children }: { guard: Guard; children: ReactNode }) {
  return guard.who === "anyone" ? children : <BehindGate guard={guard}>{children}</BehindGate>;
}

function BehindGate({ guard, children }: { guard: Guard; children: ReactNode }) {
  const { data: session, error, refetch } = useSession();
  const { pathname, search, hash } = useLocation();
  const { company, branch } = useParams();
  if (error && session === undefined) return <SessionFailed error={error} onRetry={() => void refetch()} />;
  if (session === undefined) return <Waiting />;
  const decision = decide({ guard, session, address: pathname + search + hash, slugs: { company, branch } });
  if (decision.kind === "redirect") return <Navigate to={decision.to} replace />;
  return decision.kind === "denied" ? <AccessDenied code={decision.code} /> : children;
}

/** §2: 'Rendering waits until auth is known, for up to 1 second'; after that the page says that it loads. */
function Waiting() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), limits.authWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <SkeletonRows count={6} /> : null;
}

/** A gate that has closed since (suspended, branch archived) ends the session and says why; a lost network does not. */
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
