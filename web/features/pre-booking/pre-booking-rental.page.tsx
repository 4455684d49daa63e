// §1: 'pre-booking rental (shown as coming soon)'.
import { IconCalendarClock } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";

export function PreBookingRentalPage() {
  usePageTitle("Pre-booking");
  return (
    <EmptyState
      icon={IconCalendarClock}
      title="Pre-booking is coming soon"
      text="You will choose a place, a day and a time, and a slot will wait for you. Until then, places that run parking and valet take you as you come."
    >
      <ButtonLink to="/" size="lg" color="marigold">
        See what works today
      </ButtonLink>
    </EmptyState>
  );
}
