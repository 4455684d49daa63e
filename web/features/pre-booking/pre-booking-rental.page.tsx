// §1: pre-booking rental, which the specification shows as coming soon.
import { IconCalendarClock } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

export function PreBookingRentalPage() {
  usePageTitle(t("Pre-booking"));
  return (
    <EmptyState
      icon={IconCalendarClock}
      title={t("Pre-booking is coming soon")}
      text={t(
        "You will be able to reserve a slot for a place, date and time. Until then, you can use parking and valet without a booking.",
      )}
    >
      <ButtonLink to="/" size="lg" color="marigold">
        {t("Go to home page")}
      </ButtonLink>
    </EmptyState>
  );
}
