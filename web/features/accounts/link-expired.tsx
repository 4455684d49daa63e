// Page of an email link that has expired, was used or is invalid: the reason, and how to get a new one.
import { IconLinkOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

const expiredLinkCodes = ["INVALID_TOKEN", "TOKEN_EXPIRED", "FORBIDDEN", "LINK_EXPIRED", "INVALID_INVITE"];

export function isLinkExpired(thrown: unknown): boolean {
  return thrown instanceof ApiError && expiredLinkCodes.includes(thrown.code);
}

export function LinkExpired({ text, children }: { text: string; children: ReactNode }) {
  return (
    <EmptyState isPage icon={IconLinkOff} title={t("This link has expired")} text={text}>
      {children}
    </EmptyState>
  );
}
