// §4: tells an admin who sets up the branch that its registration is under review.
import { IconClock } from "@tabler/icons-react";
import { useLocation } from "react-router";
import { useLiveCollections } from "#web/api/live-updates.ts";
import type { Session } from "#web/api/session.ts";
import { Notice } from "#web/ui/notice.tsx";

export function ReviewNotice({ session }: { session: Session }) {
  return session.isSettingUp ? <UnderReview /> : null;
}

function UnderReview() {
  // The session is read again when the platform publishes the branch or its company.
  useLiveCollections("Branch", "Companies");
  // In full on the first page only: on a phone it would push the task of the others out of view.
  const isHome = useLocation().pathname.endsWith("/home");
  return (
    <Notice c="blue" icon={IconClock} role="status">
      <strong>Your branch is under review.</strong>{" "}
      {isHome
        ? "Set it up meanwhile: tariff, slots, staff, payments, hours and pictures. Customers do not see it yet. Vehicles you check in are tests: they cost nothing and are deleted when it is published."
        : "Vehicles you check in are tests."}
    </Notice>
  );
}
