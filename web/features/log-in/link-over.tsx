// What a link of a mail shows when it is over, was used, or was never ours: why, and the way to a new one.
import { IconLinkOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError } from "#web/items/api-error.ts";
import { EmptyState } from "#web/ui/states.tsx";

const over = ["INVALID_TOKEN", "TOKEN_EXPIRED", "FORBIDDEN", "EMAIL_LINK_EXPIRED", "INVALID_INVITE"];

export function isLinkOver(thrown: unknown): boolean {
  return thrown instanceof ApiError && over.includes(thrown.code);
}

export function LinkOver({ text, children }: { text: string; children: ReactNode }) {
  return (
    <EmptyState icon={IconLinkOff} title="This link no longer works" text={text}>
      {children}
    </EmptyState>
  );
}
