// With map tiles of the operator, the drawn map of places becomes one with streets when it comes near the view: a part that is not
// laid out yet has no size. Its pins stay the same links.
import { readMapTiles } from "#web/product/location-map/map-tiles.ts";

const mapTiles = readMapTiles();
const element = document.querySelector<HTMLElement>("[data-place-map]");

if (mapTiles && element) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      void import("#web/site/islands/show-street-map.ts").then(({ showStreetMap }) =>
        showStreetMap({ element, mapTiles }),
      );
    },
    { rootMargin: "50%" },
  );
  observer.observe(element);
}
