// §2 /configurations/pre-booking: for how long slots are held, and how many can be booked.
import { useQuery } from "@tanstack/react-query";
import { PreBookingConfiguration } from "#domain/branches/branch-configuration.collection.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

const collection = "Pre_Booking_Configuration";
const { early_arrival_minutes, no_show_minutes, buffer_minutes, bookable_share } = PreBookingConfiguration.fields;
const fields = { bookable_share, early_arrival_minutes, no_show_minutes, buffer_minutes };

const names = ["early_arrival_minutes", "no_show_minutes", "buffer_minutes", "bookable_share"] as const;

export function BookingSettingsPage() {
  const { branch } = useBranch();
  const filter = { branches: { id: { _eq: branch.id } } };
  const { data, error, refetch } = useQuery(itemsQuery(collection, { filter, fields: ["id", ...names] }));
  const config = data?.[0];
  return (
    <Page title="Pre-booking settings">
      <Stack width="form">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={4} />}
        {config && (
          <Card title="Bookings">
            <SettingsForm
              key={JSON.stringify(config)}
              fields={fields}
              row={{ ...config }}
              onSave={(changes) => updateItem(collection, config.id, changes)}
            >
              <FormField name="bookable_share" description="Of the parking slots at one time; 0 books none" />
              <FormField name="early_arrival_minutes" description="From then on no other vehicle gets the slot" />
              <FormField
                name="no_show_minutes"
                description="After the booked arrival, or a quarter of the stay if that is shorter. The slot is then free"
              />
              <FormField name="buffer_minutes" description="Between two bookings of a slot" />
            </SettingsForm>
            <Text c="dimmed">Applies to later bookings. Existing ones keep their times.</Text>
          </Card>
        )}
      </Stack>
    </Page>
  );
}
