// §4 Invited: public page of the invited visitor with place, validity period and QR code.
import { parkingSequence } from "#domain/parking/states.ts";
import { getVisitorLivePath, readVisitorInvite } from "#web/features/invites/api.ts";
import type { VisitorInvite } from "#web/features/invites/api.ts";
import { describeVisitorStatus, isInviteOver } from "#web/features/invites/visitor-labels.ts";
import { LinkedVisit, VisitDetails } from "#web/product/visit-page.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

export function VisitorInvitePage() {
  usePageTitle(t("Your invite"));
  // Each second, so that the code is hidden when the invite ends.
  const now = useNow(1_000);
  return (
    <LinkedVisit
      name="visitor-invite"
      read={readVisitorInvite}
      isChanging={isActiveInvite}
      getLivePath={getVisitorLivePath}
      expiredText={t("Invite links expire one day after the invite ends. Ask your host for a new invite.")}
    >
      {(invite) => (
        <VisitDetails
          intro={t("{host} invited you to {company}", {
            host: invite.invited_by ?? t("Your host"),
            company: invite.branch.company,
          })}
          branch={invite.branch}
          visitor={invite}
          qr={isInviteOver({ ...invite, now }) ? null : invite.qr}
          status={describeVisitorStatus({ ...invite, now })}
          from={invite.invite_start_date}
          till={invite.invite_end_date}
        />
      )}
    </LinkedVisit>
  );
}

function isActiveInvite({ parking_status_id: status }: VisitorInvite): boolean {
  return status === parkingSequence.pending || status === parkingSequence.in;
}
