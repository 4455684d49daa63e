// A simple location map without a map provider: coordinates and major cities.

export interface MapCity {
  name: string;
  latitude: number;
  longitude: number;
  /** True if its name is shown in the full view. */
  isVisibleZoomedOut?: boolean;
}

export const cities: readonly MapCity[] = [
  { name: "Delhi", isVisibleZoomedOut: true, latitude: 28.61, longitude: 77.21 },
  { name: "Mumbai", isVisibleZoomedOut: true, latitude: 19.08, longitude: 72.88 },
  { name: "Kolkata", isVisibleZoomedOut: true, latitude: 22.57, longitude: 88.36 },
  { name: "Chennai", isVisibleZoomedOut: true, latitude: 13.08, longitude: 80.27 },
  { name: "Bengaluru", isVisibleZoomedOut: true, latitude: 12.97, longitude: 77.59 },
  { name: "Hyderabad", isVisibleZoomedOut: true, latitude: 17.39, longitude: 78.49 },
  { name: "Pune", latitude: 18.52, longitude: 73.86 },
  { name: "Ahmedabad", isVisibleZoomedOut: true, latitude: 23.02, longitude: 72.57 },
  { name: "Jaipur", isVisibleZoomedOut: true, latitude: 26.91, longitude: 75.79 },
  { name: "Lucknow", isVisibleZoomedOut: true, latitude: 26.85, longitude: 80.95 },
  { name: "Kochi", isVisibleZoomedOut: true, latitude: 9.93, longitude: 76.27 },
  { name: "Coimbatore", latitude: 11.02, longitude: 76.96 },
  { name: "Madurai", latitude: 9.93, longitude: 78.12 },
  { name: "Visakhapatnam", latitude: 17.69, longitude: 83.22 },
  { name: "Bhubaneswar", latitude: 20.3, longitude: 85.82 },
  { name: "Nagpur", isVisibleZoomedOut: true, latitude: 21.15, longitude: 79.09 },
  { name: "Bhopal", latitude: 23.26, longitude: 77.41 },
  { name: "Patna", latitude: 25.59, longitude: 85.14 },
  { name: "Guwahati", isVisibleZoomedOut: true, latitude: 26.14, longitude: 91.74 },
  { name: "Chandigarh", latitude: 30.73, longitude: 76.78 },
  { name: "Srinagar", isVisibleZoomedOut: true, latitude: 34.08, longitude: 74.8 },
  { name: "Panaji", latitude: 15.49, longitude: 73.83 },
  { name: "Puducherry", latitude: 11.94, longitude: 79.81 },
  { name: "Port Blair", isVisibleZoomedOut: true, latitude: 11.62, longitude: 92.73 },
];

export interface GeoPoint {
  latitude: number;
  longitude: number;
}
export interface MapView {
  centre: GeoPoint;
  /** Width and height in degrees. */
  span: number;
}

export const fullMapView: MapView = { centre: { latitude: 22, longitude: 82.5 }, span: 32 };
/** About 500 m; a closer view is of no use without streets. */
export const minMapSpan = 0.005;

/** Position of a point in the view, 0 to 1 from left and top; beyond that range if it is outside the view. */
export function toViewPosition({ view, point }: { view: MapView; point: GeoPoint }): { x: number; y: number } {
  return {
    x: 0.5 + (point.longitude - view.centre.longitude) / view.span,
    y: 0.5 - (point.latitude - view.centre.latitude) / view.span,
  };
}

/** Cities shown with names; zoomed out only those whose names do not overlap. */
export function getVisibleCities(view: MapView): readonly MapCity[] {
  return view.span < fullMapView.span / 2 ? cities : cities.filter(({ isVisibleZoomedOut }) => isVisibleZoomedOut);
}

/** Rounded to six decimals, about ten centimetres. */
export function roundPoint({ latitude, longitude }: GeoPoint): GeoPoint {
  const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** Coordinates of a position in the view, rounded. */
export function toGeoPoint({ view, x, y }: { view: MapView; x: number; y: number }): GeoPoint {
  return roundPoint({
    latitude: view.centre.latitude + (0.5 - y) * view.span,
    longitude: view.centre.longitude + (x - 0.5) * view.span,
  });
}

/** Opens directions to a point in the map application of the device. */
export const getDirectionsUrl = ({ latitude, longitude }: { [axis in keyof GeoPoint]: number | string }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;

/** Shows a point in the map application of the device. */
export const getMapUrl = ({ latitude, longitude }: { [axis in keyof GeoPoint]: number | string }): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;

const metresPerDegree = 111_320;

/** Metres from west to east of one degree at a latitude. */
const getMetresPerLongitude = (latitude: number): number => metresPerDegree * Math.cos((latitude * Math.PI) / 180);

/** A round length that fits into a third of the view, and its part of the view's width. */
export function getScale({ centre, span }: MapView): { metres: number; fraction: number } {
  const width = span * getMetresPerLongitude(centre.latitude);
  const magnitude = 10 ** Math.floor(Math.log10(width / 3));
  const metres = magnitude * ([5, 2].find((times) => magnitude * times <= width / 3) ?? 1);
  return { metres, fraction: metres / width };
}

/** The nearest of the known cities with their distance, by which a wrong pin is noticed without streets. */
export function findNearestCities(point: GeoPoint, count = 2): { name: string; kilometres: number }[] {
  return cities
    .map(({ name, latitude, longitude }) => {
      const north = (latitude - point.latitude) * metresPerDegree;
      const east = (longitude - point.longitude) * getMetresPerLongitude((latitude + point.latitude) / 2);
      return { name, kilometres: Math.round(Math.hypot(north, east) / 1_000) };
    })
    .toSorted((one, other) => one.kilometres - other.kilometres)
    .slice(0, count);
}

/** Of the view, for one press of an arrow key. */
const arrowKeyStep = 0.01;

/** What an arrow key moves a point by, in parts of the view from left and top. */
export const arrowKeySteps: { readonly [key: string]: { x: number; y: number } } = {
  ArrowLeft: { x: -arrowKeyStep, y: 0 },
  ArrowRight: { x: arrowKeyStep, y: 0 },
  ArrowUp: { x: 0, y: -arrowKeyStep },
  ArrowDown: { x: 0, y: arrowKeyStep },
};

/** Moves a point by parts of the view, for example with the arrow keys. */
export function movePoint({ view, point, x, y }: { view: MapView; point: GeoPoint; x: number; y: number }): GeoPoint {
  const position = toViewPosition({ view, point });
  return toGeoPoint({ view, x: position.x + x, y: position.y + y });
}

/** Zooms to a point, limited to `minMapSpan` and the full view. */
export function zoomMapView({ view, to, times }: { view: MapView; to: GeoPoint; times: number }): MapView {
  const span = Math.min(fullMapView.span, Math.max(minMapSpan, view.span / times));
  return span === fullMapView.span ? fullMapView : { centre: to, span };
}
