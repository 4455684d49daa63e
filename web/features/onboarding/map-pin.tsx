// Where the place lies: by this device, by a press on a picture of our own, or by its degrees.
import { Button } from "@mantine/core";
import { IconCurrentLocation, IconMinus, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { MouseEvent } from "react";
import { citiesIn, type City, placeInView, pointInView, wholeView, zoomed } from "#domain/rules/map.ts";
import type { Point, View } from "#domain/rules/map.ts";
import { useFormState } from "#web/ui/form.tsx";
import { showCode } from "#web/ui/messages.ts";
import { TypedField } from "#web/ui/typed-field.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

const side = 320;
const times = 4;
const near = 0.05;
const waitMs = 15_000;

function pointOf(values: { [name: string]: unknown }): Point | undefined {
  const [latitude, longitude] = [values["latitude"], values["longitude"]].map((typed) =>
    typeof typed === "string" && /^-?\d{1,3}(\.\d+)?$/.test(typed) ? Number(typed) : undefined,
  );
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

export function MapPin() {
  const { values, setValue } = useFormState();
  const pin = pointOf(values);
  const [view, setView] = useState<View>(() => (pin ? { centre: pin, span: near } : wholeView));
  const [isAsking, setIsAsking] = useState(false);

  function put({ latitude, longitude }: Point): void {
    setValue("latitude", String(latitude));
    setValue("longitude", String(longitude));
  }
  function press(event: MouseEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    put(pointInView({ view, x, y }));
  }
  function useHere(): void {
    // An older browser, or a page that is not safe, has none.
    if (!("geolocation" in navigator)) return showCode("LOCATION_NOT_SUPPORTED");
    setIsAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const here = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
        put(here);
        setView({ centre: here, span: near });
        setIsAsking(false);
      },
      () => {
        showCode("LOCATION_PERMISSION");
        setIsAsking(false);
      },
      { enableHighAccuracy: true, timeout: waitMs },
    );
  }

  return (
    <fieldset className={styles["map"]}>
      <legend>Pin on the map</legend>
      <p className={styles["soft"]}>
        Customers who look for a place nearby find you by it. Stand at the gate, then press the button.
      </p>
      <Button
        variant="default"
        size="lg"
        loading={isAsking}
        leftSection={<IconCurrentLocation size={22} aria-hidden="true" />}
        onClick={useHere}
      >
        Use my location
      </Button>
      <div className={styles["mapRow"]}>
        <div className={styles["picture"]}>
          <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" onClick={press}>
            <Grid view={view} />
            {citiesIn(view).map((city) => (
              <CityDot key={city.name} view={view} city={city} />
            ))}
            {pin && <Pin view={view} pin={pin} />}
          </svg>
          <span className={styles["zooms"]}>
            <button
              type="button"
              aria-label="Closer"
              onClick={() => setView(zoomed({ view, to: pin ?? view.centre, times }))}
            >
              <IconPlus size={20} aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label="Further off"
              onClick={() => setView(zoomed({ view, to: pin ?? view.centre, times: 1 / times }))}
            >
              <IconMinus size={20} aria-hidden="true" />
            </button>
          </span>
        </div>
        <div className={styles["degrees"]}>
          <TypedField name="latitude" placeholder="like 13.0827" />
          <TypedField name="longitude" placeholder="like 80.2707" />
        </div>
      </div>
    </fieldset>
  );
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function Grid({ view }: { view: View }) {
  const step = [10, 5, 1, 0.5, 0.1, 0.05, 0.01, 0.005, 0.001].find((one) => view.span / one >= 4) ?? 0.001;
  const lines = (from: number) =>
    Array.from({ length: Math.ceil(view.span / step) + 1 }, (_, at) => (Math.floor(from / step) + at) * step);
  const { latitude, longitude } = view.centre;
  return (
    <g className={styles["grid"]}>
      {lines(longitude - view.span / 2).map((at) => {
        const x = placeInView({ view, point: { latitude, longitude: at } }).x * side;
        return <line key={at} x1={x} x2={x} y1={0} y2={side} />;
      })}
      {lines(latitude - view.span / 2).map((at) => {
        const y = placeInView({ view, point: { latitude: at, longitude } }).y * side;
        return <line key={at} x1={0} x2={side} y1={y} y2={y} />;
      })}
    </g>
  );
}

function CityDot({ view, city }: { view: View; city: City }) {
  const { x, y } = placeInView({ view, point: city });
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  // To the side where there is more room.
  const isAtRight = x > 0.75 || x < 0.36;
  return (
    <g className={styles["city"]}>
      <circle cx={x * side} cy={y * side} r={3} />
      <text x={x * side + (isAtRight ? -6 : 6)} y={y * side + 4} textAnchor={isAtRight ? "end" : "start"}>
        {city.name}
      </text>
    </g>
  );
}

function Pin({ view, pin }: { view: View; pin: Point }) {
  const { x, y } = placeInView({ view, point: pin });
  if (x < 0 || x > 1 || y < 0 || y > 1) return null;
  return (
    <path
      className={styles["pin"]}
      transform={`translate(${x * side} ${y * side})`}
      d="M0 0C-3-7-10-11-10-19a10 10 0 0 1 20 0C10-11 3-7 0 0Z"
    />
  );
}
