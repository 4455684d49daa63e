// §2 /{customerType}/pin-my-location: named places of the customer, to find parking near them.
import { Button } from "@mantine/core";
import { IconMapPin, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getDirectionsUrl } from "#domain/branches/location/map.ts";
import { maxPinnedPlaces, type PinnedPlace } from "#domain/people/pinned-places.ts";
import * as limits from "#domain/limits.ts";
import { text } from "#domain/schema/fields.ts";
import { itemQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { CustomerPage } from "#web/product/customer-page.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { LocationField } from "#web/product/location-map/location-field.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = {
  name: text({ label: "Name", required: true, max: limits.name }),
  latitude: text({ label: "Latitude", required: true, pattern: /^-?\d{1,2}(\.\d{1,8})?$/ }),
  longitude: text({ label: "Longitude", required: true, pattern: /^-?\d{1,3}(\.\d{1,8})?$/ }),
};
const placesQuery = (id: string) => itemQuery("users", id, { fields: ["id", "pinned_places"] });

async function savePlaces(id: string, places: readonly PinnedPlace[]): Promise<void> {
  await updateItem("users", id, { pinned_places: places.map((place) => ({ ...place })) });
  await queryClient.invalidateQueries({ queryKey: placesQuery(id).queryKey });
}

export function PinMyLocationPage() {
  const { user } = useRequiredSession();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, refetch } = useQuery(placesQuery(user.id));
  const places = data?.pinned_places ?? [];
  return (
    <CustomerPage
      title={t("My places")}
      actions={
        data &&
        places.length < maxPinnedPlaces && (
          <Button
            color="marigold"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setIsAdding(true)}
          >
            {t("Pin a place")}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : places.length === 0 ? (
        <EmptyState
          icon={IconMapPin}
          title={t("No places yet")}
          text={t("Pin your home or your work, to find parking near it.")}
        />
      ) : (
        <PlaceList places={places} onChange={(changed) => savePlaces(user.id, changed)} />
      )}
      {places.length >= maxPinnedPlaces && (
        <Text c="dimmed">{t("You have {count} places. Remove one to pin another.", { count: maxPinnedPlaces })}</Text>
      )}
      <Sheet isOpen={isAdding} title={t("Pin a place")} onClose={() => setIsAdding(false)}>
        <PlaceForm
          onSave={async (place) => {
            await savePlaces(user.id, [...places, place]);
            setIsAdding(false);
            showSuccess(t("Place pinned"));
          }}
        />
      </Sheet>
    </CustomerPage>
  );
}

/** Rows have no identity other than their position. */
function PlaceList({
  places,
  onChange,
}: {
  places: readonly PinnedPlace[];
  onChange: (places: PinnedPlace[]) => Promise<void>;
}) {
  return (
    <RowList label={t("My places")}>
      {places.map(({ name, latitude, longitude }, index) => (
        <Row
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          leading={<IconMapPin size={24} aria-hidden="true" />}
          trailing={
            <Group>
              <Button
                component="a"
                variant="default"
                href={`/parking?lat=${latitude}&lng=${longitude}&sort=distance`}
                aria-label={t("Parking near {name}", { name })}
              >
                {t("Parking near")}
              </Button>
              <AsyncButton
                variant="subtle"
                aria-label={t("Remove {name}", { name })}
                leftSection={<IconTrash size={18} aria-hidden="true" />}
                onPress={() => onChange(places.filter((_, at) => at !== index))}
              >
                {t("Remove")}
              </AsyncButton>
            </Group>
          }
        >
          <strong>{name}</strong>
          <Text c="dimmed" size="sm" isFigures>
            {latitude}, {longitude}
          </Text>
          {/* A third button beside the others would not fit on a phone. */}
          <a
            href={getDirectionsUrl({ latitude, longitude })}
            target="_blank"
            rel="noreferrer"
            aria-label={t("Directions to {name}", { name })}
            style={{ display: "inline-flex", alignItems: "center", minHeight: "var(--target)" }}
          >
            {t("Directions")}
          </a>
        </Row>
      ))}
    </RowList>
  );
}

function PlaceForm({ onSave }: { onSave: (place: PinnedPlace) => Promise<void> }) {
  return (
    <Form
      fields={fields}
      onSubmit={({ name, latitude, longitude }) =>
        onSave({ name: name ?? "", latitude: Number(latitude), longitude: Number(longitude) })
      }
    >
      <Stack>
        <FormField name="name" description={t("For example Home, Work or My car")} autoFocus />
        <LocationField
          intro={t("Press the button there, paste a link or a plus code, or move the pin on the map.")}
          inexactHint={t("Move the pin to the place.")}
        />
        <SubmitButton>{t("Save place")}</SubmitButton>
      </Stack>
    </Form>
  );
}
