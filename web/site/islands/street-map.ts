// With map tiles of the operator, the drawn map of places becomes one with streets; its pins stay the same links.
import { readMapTiles } from "#web/product/location-map/map-tiles.ts";

const mapTiles = readMapTiles();
const element = document.querySelector<HTMLElement>("[data-place-map]");

if (mapTiles && element)
  void import("#web/site/islands/show-street-map.ts").then(({ showStreetMap }) => showStreetMap({ element, mapTiles }));
