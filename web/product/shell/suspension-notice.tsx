// §1: tells the gate of a suspended company or an archived branch, whose people can log in only to let the vehicles
// inside out.
import { IconLock } from "@tabler/icons-react";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { t } from "#web/languages/t.ts";

export function SuspensionNotice({ session: { branch, company } }: { session: Session }) {
  // The branch repeats the suspension of its company.
  useLiveCollections("Branch");
  if (branch?.status === "archived")
    return (
      <Notice c="red" icon={IconLock} role="status">
        <strong>{t("This branch is closed")}.</strong>{" "}
        {t("It takes no new vehicles or visitors. Those inside can still pay and leave.")}
      </Notice>
    );
  if (!company?.suspended_at) return null;
  return (
    <Notice c="red" icon={IconLock} role="status">
      <strong>{t("{company} is suspended.", { company: company.name })}</strong>{" "}
      {t("Let the vehicles inside out; new ones cannot check in. Your admins were emailed the reason.")}
    </Notice>
  );
}
