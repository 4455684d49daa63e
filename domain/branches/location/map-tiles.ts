// Raster tiles of the operator's map provider (settings MAP_TILES_URL and MAP_TILES_ATTRIBUTION); without them maps are drawn
// by our own code, since no public tile service permits use by every installation.

export interface MapTiles {
  /** Address of a tile with the placeholders `{z}`, `{x}` and `{y}`, and optionally `{r}` for dense displays. */
  url: string;
  attribution: MapAttribution;
}

export interface MapAttribution {
  text: string;
  /** Page of the licence. */
  url: string | null;
}

/** Name of the meta element of a page that contains its `MapTiles` as JSON. */
export const mapTilesMetaName = "map-tiles";

/** True for an address with all placeholders of a tile after the host, and no unknown ones. */
export function isTileUrl(url: string): boolean {
  const placeholders = [...url.matchAll(/\{[^}]*\}/g)].map(([name]) => name);
  const isComplete = ["{z}", "{x}", "{y}"].every((name) => placeholders.includes(name));
  const isKnown = placeholders.every((name) => ["{z}", "{x}", "{y}", "{r}"].includes(name));
  return isComplete && isKnown && /^https?:\/\/[\w.:[\]-]+\/\S*$/.test(url) && URL.canParse(url);
}

/** Origin of the tiles, for the content security policy. */
export function getTileOrigin({ url }: MapTiles): string {
  return new URL(url).origin;
}

/** Splits an attribution such as `© OpenStreetMap contributors https://www.openstreetmap.org/copyright`. */
export function parseAttribution(text: string): MapAttribution {
  const [, label, url] = /^(.+?)\s+(https:\/\/\S+)$/.exec(text.trim()) ?? [];
  return label !== undefined && url !== undefined && URL.canParse(url)
    ? { text: label, url }
    : { text: text.trim(), url: null };
}
