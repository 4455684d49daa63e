// Shown in place of a new entry at a branch that was archived with vehicles inside, whose gate only lets these out: what
// that means is said above each page (web/product/shell/suspension-notice.tsx).
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

export function UnlessClosed({ children }: { children: ReactNode }) {
  const { branch, path } = useBranch();
  if (branch.status !== "archived") return children;
  return (
    <EmptyState icon={IconLock} title={t("This branch is closed")}>
      <ButtonLink to={path(branch.is_parking ? "parking/dashboard" : "valet-parking/dashboard")} size="lg">
        {t("Go to board")}
      </ButtonLink>
    </EmptyState>
  );
}
