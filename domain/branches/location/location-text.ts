// A place as text from another app: coordinates, a link of a map app, or a plus code.
import { cities, type GeoPoint } from "#domain/branches/location/map.ts";
import { decodePlusCode, findPlusCode, recoverPlusCode } from "#domain/branches/location/plus-code.ts";
import { listPlaceNames } from "#domain/branches/place-names.ts";

/** Why a text gives no place: a link that only its app can follow, a short code without a city, or anything else. */
export type LocationTextProblem = "short-link" | "code-without-city" | "unknown";
export type LocationTextResult = { point: GeoPoint } | { problem: LocationTextProblem };

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const pair = new RegExp(String.raw`^\s*${number}\s*[,\s]\s*${number}`);
/** Links that carry no coordinates: their server forwards to one that does. */
const shortLink = /^(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|g\.co\/|maps\.apple\/|osm\.org\/go\/)/i;
/** Parameters of links with "latitude,longitude", the most exact first. */
const pairParameters = ["q", "query", "destination", "daddr", "coordinate", "ll", "sll", "center", "cp"];

/** `near` is the city of the address, or a point set before; used for plus codes without a city. */
export function parseLocationText(
  text: string,
  { city = "", near }: { city?: string; near?: GeoPoint | undefined } = {},
): LocationTextResult {
  const trimmed = text.trim();
  if (shortLink.test(trimmed)) return { problem: "short-link" };
  const point = /^(?:https?:|geo:)/i.test(trimmed) ? parseLink(trimmed) : parsePair(trimmed);
  if (point) return { point };
  const words = decodeText(trimmed);
  const plusCode = findPlusCode(words);
  if (!plusCode) return { problem: "unknown" };
  if (!plusCode.isShort) return { point: decodePlusCode(plusCode.code) };
  const reference = findCity(words) ?? findCity(city) ?? near;
  return reference
    ? { point: recoverPlusCode({ code: plusCode.code, near: reference }) }
    : { problem: "code-without-city" };
}

/** Links have "%2B" and "+" for the plus sign of a code, and "+" for spaces. */
function decodeText(text: string): string {
  if (!/^https?:/i.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " ")).replaceAll(/[/?=&]/g, " ");
  } catch {
    return text;
  }
}

function toPoint(latitude: string | undefined, longitude: string | undefined): GeoPoint | undefined {
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  const isValid = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
  return isValid && (point.latitude !== 0 || point.longitude !== 0) ? point : undefined;
}

function parsePair(text: string | null | undefined): GeoPoint | undefined {
  const [, latitude, longitude] = pair.exec(text ?? "") ?? [];
  return latitude === undefined ? undefined : toPoint(latitude, longitude);
}

function parseLink(link: string): GeoPoint | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, pathname, searchParams, hash } = new URL(link);
  if (protocol === "geo:") return parsePair(searchParams.get("q")) ?? parsePair(pathname);
  // The pin of a place; "@" is the middle of the screen.
  const [, pinLatitude, pinLongitude] = new RegExp(`!3d${number}!4d${number}`).exec(link) ?? [];
  const [, mapLatitude, mapLongitude] = new RegExp(`^#map=[\\d.]+/${number}/${number}`).exec(hash) ?? [];
  const [, placeInPath] = /\/(?:place|search|dir\/[^/]*)\/([^/@]+)/.exec(pathname) ?? [];
  const [, screenCentre] = /\/@([^/]+)/.exec(pathname) ?? [];
  return (
    toPoint(pinLatitude, pinLongitude) ??
    toPoint(searchParams.get("mlat") ?? undefined, searchParams.get("mlon") ?? undefined) ??
    pairParameters.map((name) => parsePair(searchParams.get(name)?.replace(/^loc:/, ""))).find(Boolean) ??
    parsePair(decodeText(`https:${placeInPath ?? ""}`).replace(/^https:/, "")) ??
    parsePair(screenCentre) ??
    toPoint(mapLatitude, mapLongitude)
  );
}

/** A large city named in a text. */
function findCity(text: string): GeoPoint | undefined {
  const lower = ` ${text.toLowerCase().replaceAll(/[^a-z]+/g, " ")} `;
  return cities.find(({ name }) => listPlaceNames(name).some((one) => lower.includes(` ${one} `)));
}
