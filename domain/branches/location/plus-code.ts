// Open Location Codes ("plus codes"): a place as a short code, with or without the name of a city that is near.
// Specification and test vectors: https://github.com/google/open-location-code
import type { GeoPoint } from "#domain/branches/location/map.ts";

const alphabet = "23456789CFGHJMPQRVWX";
const base = alphabet.length;
const separatorAt = 8;
/** Digits in pairs of latitude and longitude; further ones divide the cell into 5 rows and 4 columns. */
const pairDigits = 10;
/** Further digits are ignored. */
const maxDigits = 15;
const [gridRows, gridColumns] = [5, 4];

const code = /(?:^|[\s,])([2-9CFGHJMPQRVWX]{0,8}0{0,6}\+[2-9CFGHJMPQRVWX]*)(?=$|[\s,])/i;

export interface PlusCode {
  /** In upper case. */
  code: string;
  /** Without the digits that say where on earth it is: it needs a place near by. */
  isShort: boolean;
}

/** Finds the code in a text such as "X5XQ+8C Bengaluru"; undefined if there is none, or it is not valid. */
export function findPlusCode(text: string): PlusCode | undefined {
  const found = code.exec(text)?.[1]?.toUpperCase();
  if (found === undefined) return undefined;
  const at = found.indexOf("+");
  const [prefix, suffix] = [found.slice(0, at), found.slice(at + 1)];
  const isPadded = prefix.includes("0");
  const isComplete = prefix.length === separatorAt;
  const isValid =
    prefix.length % 2 === 0 &&
    suffix.length !== 1 &&
    prefix + suffix !== "" &&
    (!isPadded || (isComplete && suffix === "" && /^(?:[^0]{2})+(?:00)+$/.test(prefix)));
  // The first digits of latitude and longitude end at 180 and 360 degrees.
  const isOnEarth = !isComplete || (alphabet.indexOf(prefix[0]!) < 9 && alphabet.indexOf(prefix[1]!) < 18);
  return isValid && isOnEarth ? { code: found, isShort: !isComplete } : undefined;
}

/** The middle of the area of a valid, complete code. */
export function decodePlusCode(fullCode: string): GeoPoint {
  const digits = Array.from(fullCode.replaceAll(/[+0]/g, ""), (digit) => alphabet.indexOf(digit));
  let [latitude, longitude] = [-90, -180];
  let [height, width] = [base * base, base * base];
  digits.slice(0, pairDigits).forEach((digit, index) => {
    if (index % 2 === 0) {
      height /= base;
      latitude += digit * height;
    } else {
      width /= base;
      longitude += digit * width;
    }
  });
  for (const digit of digits.slice(pairDigits, maxDigits)) {
    height /= gridRows;
    width /= gridColumns;
    latitude += Math.floor(digit / gridColumns) * height;
    longitude += (digit % gridColumns) * width;
  }
  return { latitude: latitude + height / 2, longitude: longitude + width / 2 };
}

/** The complete code of ten digits of a point. */
export function encodePlusCode({ latitude, longitude }: GeoPoint): string {
  const cellsPerDegree = 8_000;
  // Rounded first, so that 20.3 is not in the cell below it.
  const toCell = (degrees: number) => Math.floor(Math.round(degrees * cellsPerDegree * 1e6) / 1e6);
  let row = Math.min(Math.max(toCell(latitude + 90), 0), 180 * cellsPerDegree - 1);
  let column = toCell((((longitude + 180) % 360) + 360) % 360);
  let digits = "";
  for (let pair = 0; pair < pairDigits / 2; pair += 1) {
    digits = alphabet[row % base]! + alphabet[column % base]! + digits;
    row = Math.floor(row / base);
    column = Math.floor(column / base);
  }
  return `${digits.slice(0, separatorAt)}+${digits.slice(separatorAt)}`;
}

/** The place of a short code that is nearest to a point. */
export function recoverPlusCode({ code: shortCode, near }: { code: string; near: GeoPoint }): GeoPoint {
  const missing = separatorAt - shortCode.indexOf("+");
  /** Distance of two places with the same short code, in degrees. */
  const distance = base ** (2 - missing / 2);
  const { latitude, longitude } = decodePlusCode(encodePlusCode(near).slice(0, missing) + shortCode);
  const nearest = (value: number, reference: number, limit: number): number => {
    if (value > reference + distance / 2 && value - distance >= -limit) return value - distance;
    if (value < reference - distance / 2 && value + distance <= limit) return value + distance;
    return value;
  };
  return { latitude: nearest(latitude, near.latitude, 90), longitude: nearest(longitude, near.longitude, 180) };
}
