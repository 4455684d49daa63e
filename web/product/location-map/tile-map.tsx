// A map with the streets of the operator's tiles, and a pin that is clicked, dragged or moved by keys.
import { divIcon, type LatLng, type Map, marker as createMarker, type Marker } from "leaflet";
import { useEffect, useRef } from "react";
import type { MapTiles } from "#domain/branches/location/map-tiles.ts";
import { arrowKeySteps, fullMapView, roundPoint } from "#domain/branches/location/map.ts";
import { createLeafletMap, streetZoom, toLatLng } from "#web/product/location-map/leaflet-map.ts";
import { MapButtons } from "#web/product/location-map/map-buttons.tsx";
import type { PinMapProps } from "#web/product/location-map/drawn-map.tsx";
import styles from "#web/product/location-map/location-map.module.css";
import { t } from "#web/languages/t.ts";

/** In which all of `fullMapView` is visible at 320 px. */
const countryZoom = 3;
const markerPx = 44;

interface LeafletPin {
  map: Map;
  marker: Marker;
}

export function TileMap({ mapTiles, pin, shownPoint, onPin }: PinMapProps & { mapTiles: MapTiles }) {
  const element = useRef<HTMLDivElement>(null);
  const leaflet = useRef<LeafletPin>(null);
  const latest = useRef({ pin, onPin });
  useEffect(() => {
    latest.current = { pin, onPin };
  });
  useEffect(() => {
    if (!element.current) return undefined;
    const map = createLeafletMap({ element: element.current, mapTiles, hasControls: false });
    const { pin: initial } = latest.current;
    map.setView(toLatLng(initial ?? fullMapView.centre), initial ? streetZoom : countryZoom);
    const marker = createPin(map);
    leaflet.current = { map, marker };
    const report = (point: LatLng): void =>
      latest.current.onPin(roundPoint({ latitude: point.lat, longitude: point.lng }));
    map.on("click", ({ latlng }) => report(latlng));
    marker.on("dragend", () => report(marker.getLatLng()));
    map.getContainer().addEventListener("keydown", (event) => {
      const step = arrowKeySteps[event.key];
      if (!step) return;
      event.preventDefault();
      const size = map.getSize();
      const { pin: present } = latest.current;
      if (!present) return report(map.getCenter());
      const at = map.project(toLatLng(present));
      const moved = map.unproject([at.x + step.x * size.x, at.y + step.y * size.y]);
      map.panInside(moved);
      report(moved);
    });
    return () => void map.remove();
  }, [mapTiles]);

  const { latitude, longitude } = pin ?? {};
  useEffect(() => {
    const { map, marker } = leaflet.current ?? {};
    if (!map || !marker) return;
    if (latitude === undefined || longitude === undefined) return void marker.remove();
    marker.setLatLng([latitude, longitude]).addTo(map);
    // Typed coordinates can be anywhere.
    if (!map.getBounds().contains(marker.getLatLng())) map.panTo(marker.getLatLng());
  }, [latitude, longitude]);

  useEffect(() => {
    if (shownPoint) leaflet.current?.map.setView(toLatLng(shownPoint), streetZoom);
  }, [shownPoint]);

  return (
    <div className={styles["map"]}>
      <div
        ref={element}
        // Leaflet orders its layers by z-index.
        style={{ aspectRatio: 1, isolation: "isolate", cursor: "crosshair" }}
        role="application"
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- the pin is moved with the arrow keys
        tabIndex={0}
        aria-label={t("Map. Move the pin with the arrow keys.")}
      />
      <MapButtons onZoomIn={() => leaflet.current?.map.zoomIn()} onZoomOut={() => leaflet.current?.map.zoomOut()} />
    </div>
  );
}

function createPin(map: Map): Marker {
  const icon = divIcon({
    className: "",
    html: `<svg viewBox="0 0 44 44" width="${markerPx}" height="${markerPx}" fill="var(--accent)" stroke="var(--on-accent)" stroke-width="2" aria-hidden="true"><path d="M22 44c-3-10-13-14-13-26a13 13 0 0 1 26 0c0 12-10 16-13 26Z"/></svg>`,
    iconSize: [markerPx, markerPx],
    iconAnchor: [markerPx / 2, markerPx],
  });
  return createMarker(map.getCenter(), { icon, draggable: true, keyboard: false, autoPan: true });
}
