// Coordinates of a place: from this device, from another map app, by a pin that is clicked, dragged or moved by keys, or typed.
import { Button } from "@mantine/core";
import { IconCurrentLocation } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { findNearestCities, getMapUrl, roundPoint } from "#domain/branches/location/map.ts";
import type { GeoPoint } from "#domain/branches/location/map.ts";
import { DrawnMap } from "#web/product/location-map/drawn-map.tsx";
import { LocationTextField } from "#web/product/location-map/location-text-field.tsx";
import { readMapTiles } from "#web/product/location-map/map-tiles.ts";
import { showErrorCode } from "#web/ui/feedback.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import link from "#web/ui/links/text-link.module.css";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const TileMap = lazy(async () => ({
  default: (await import("#web/product/location-map/tile-map.tsx")).TileMap,
}));
const geolocationTimeoutMs = 15_000;
/** A fix that is less exact may be at the neighbour's gate. */
const exactMetres = 50;

function parseCoordinates(typedValues: readonly unknown[]): GeoPoint | undefined {
  const [latitude, longitude] = typedValues.map((typed) =>
    typeof typed === "string" && /^-?\d{1,3}(\.\d+)?$/.test(typed) ? Number(typed) : undefined,
  );
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

interface LocationFieldProps {
  /** How the place is set, and what to do with a location of the device that is not exact. */
  intro?: string;
  inexactHint?: string;
  /** What comes before the names of the form fields `latitude`, `longitude` and `city`. */
  prefix?: string;
}

/** By default of the branch, at its gate. */
export function LocationField({
  intro = "Optional. Stand at the gate and press the button, paste a link or a plus code, or move the pin on the map.",
  inexactHint = "Move the pin to the gate.",
  prefix = "",
}: LocationFieldProps) {
  const { values, setValue } = useFormState();
  const names = { latitude: `${prefix}latitude`, longitude: `${prefix}longitude` };
  const pin = parseCoordinates([values[names.latitude], values[names.longitude]]);
  const [shownPoint, setShownPoint] = useState<GeoPoint>();
  const [mapTiles] = useState(readMapTiles);
  const [isLocating, setIsLocating] = useState(false);
  const [locationStatus, setLocationStatus] = useState("");

  function setPoint({ latitude, longitude }: GeoPoint): void {
    setValue(names.latitude, String(latitude));
    setValue(names.longitude, String(longitude));
  }
  function showPoint(point: GeoPoint): void {
    setPoint(point);
    setShownPoint({ ...point });
  }
  function fillDeviceLocation(): void {
    // Missing in older browsers and on insecure pages.
    if (!("geolocation" in navigator)) return showErrorCode("LOCATION_NOT_SUPPORTED");
    setIsLocating(true);
    setLocationStatus(t("If the browser asks, allow it to use your location."));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        showPoint(roundPoint(coords));
        const isExact = coords.accuracy <= exactMetres;
        const accuracy = t("Accurate to about {metres} m.", { metres: Math.round(coords.accuracy) });
        setLocationStatus(`${accuracy}${isExact ? "" : ` ${inexactHint}`}`);
        setIsLocating(false);
      },
      ({ code, PERMISSION_DENIED }) => {
        const isDenied = code === PERMISSION_DENIED;
        if (isDenied) showErrorCode("LOCATION_PERMISSION");
        setLocationStatus(
          isDenied
            ? t(
                "The browser does not share your location. Allow it in the browser's settings of this page, or set the pin in another way.",
              )
            : t("This device did not find its location. Try again outside, or set the pin in another way."),
        );
        setIsLocating(false);
      },
      { enableHighAccuracy: true, timeout: geolocationTimeoutMs },
    );
  }

  return (
    <Stack component="fieldset" gap="sm">
      <legend>
        <strong>{t("Location on map")}</strong>
      </legend>
      <Text c="dimmed">{intro}</Text>
      <Group>
        <Button
          variant="default"
          size="lg"
          loading={isLocating}
          leftSection={<IconCurrentLocation size={22} aria-hidden="true" />}
          onClick={fillDeviceLocation}
        >
          {t("Use my location")}
        </Button>
      </Group>
      <Text size="sm" role="status">
        {locationStatus}
      </Text>
      <LocationTextField city={String(values[`${prefix}city`] ?? "")} near={pin} onPoint={showPoint} />
      <Grid minColumnWidth={240} gap="lg">
        {mapTiles ? (
          <Suspense fallback={<Text>{t("Loading the map…")}</Text>}>
            <TileMap mapTiles={mapTiles} pin={pin} shownPoint={shownPoint} onPin={setPoint} />
          </Suspense>
        ) : (
          <DrawnMap pin={pin} shownPoint={shownPoint} onPin={setPoint} />
        )}
        <Stack>
          {pin && (
            <>
              <Text role="status">
                {t("Nearest cities: {cities}", {
                  cities: findNearestCities(pin)
                    .map(({ name, kilometres }) => `${name}, ${kilometres} km`)
                    .join("; "),
                })}
              </Text>
              <a className={link["link"]} href={getMapUrl(pin)} target="_blank" rel="noreferrer">
                {t("Check the pin in a map app")}
              </a>
            </>
          )}
          <TextField name={names.latitude} description={t("Example: {value}", { value: "13.0827" })} />
          <TextField name={names.longitude} description={t("Example: {value}", { value: "80.2707" })} />
        </Stack>
      </Grid>
    </Stack>
  );
}
