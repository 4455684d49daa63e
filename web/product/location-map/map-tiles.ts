// The operator's map tiles, which the server names in the page (docs/operations.md: MAP_TILES_URL).
import { mapTilesMetaName, type MapTiles } from "#domain/branches/location/map-tiles.ts";

/** Undefined if the operator has no provider of tiles: maps are then drawn without streets. */
export function readMapTiles(): MapTiles | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${mapTilesMetaName}"]`)?.content;
  if (content === undefined) return undefined;
  const mapTiles: MapTiles = JSON.parse(content);
  return mapTiles;
}
