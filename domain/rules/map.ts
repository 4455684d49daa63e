// A picture of where a place lies, without anybody else's map: longitudes and latitudes, and the cities one knows.

export interface City {
  name: string;
  latitude: number;
  longitude: number;
  /** Whether there is room for its name in the whole picture. */
  isShownFar?: boolean;
}

export const cities: readonly City[] = [
  { name: "Delhi", isShownFar: true, latitude: 28.61, longitude: 77.21 },
  { name: "Mumbai", isShownFar: true, latitude: 19.08, longitude: 72.88 },
  { name: "Kolkata", isShownFar: true, latitude: 22.57, longitude: 88.36 },
  { name: "Chennai", isShownFar: true, latitude: 13.08, longitude: 80.27 },
  { name: "Bengaluru", isShownFar: true, latitude: 12.97, longitude: 77.59 },
  { name: "Hyderabad", isShownFar: true, latitude: 17.39, longitude: 78.49 },
  { name: "Pune", latitude: 18.52, longitude: 73.86 },
  { name: "Ahmedabad", isShownFar: true, latitude: 23.02, longitude: 72.57 },
  { name: "Jaipur", isShownFar: true, latitude: 26.91, longitude: 75.79 },
  { name: "Lucknow", isShownFar: true, latitude: 26.85, longitude: 80.95 },
  { name: "Kochi", isShownFar: true, latitude: 9.93, longitude: 76.27 },
  { name: "Coimbatore", latitude: 11.02, longitude: 76.96 },
  { name: "Madurai", latitude: 9.93, longitude: 78.12 },
  { name: "Visakhapatnam", latitude: 17.69, longitude: 83.22 },
  { name: "Bhubaneswar", latitude: 20.3, longitude: 85.82 },
  { name: "Nagpur", isShownFar: true, latitude: 21.15, longitude: 79.09 },
  { name: "Bhopal", latitude: 23.26, longitude: 77.41 },
  { name: "Patna", latitude: 25.59, longitude: 85.14 },
  { name: "Guwahati", isShownFar: true, latitude: 26.14, longitude: 91.74 },
  { name: "Chandigarh", latitude: 30.73, longitude: 76.78 },
  { name: "Srinagar", isShownFar: true, latitude: 34.08, longitude: 74.8 },
  { name: "Panaji", latitude: 15.49, longitude: 73.83 },
  { name: "Puducherry", latitude: 11.94, longitude: 79.81 },
  { name: "Port Blair", isShownFar: true, latitude: 11.62, longitude: 92.73 },
];

export interface Point {
  latitude: number;
  longitude: number;
}
export interface View {
  centre: Point;
  /** Degrees from edge to edge. */
  span: number;
}

export const wholeView: View = { centre: { latitude: 22, longitude: 82.5 }, span: 32 };
/** Some 500 m: nearer than that, a picture without streets tells nothing. */
export const nearestSpan = 0.005;

/** Where a point lies in the picture, 0 to 1 from the left and from the top; outside of it where it is outside. */
export function placeInView({ view, point }: { view: View; point: Point }): { x: number; y: number } {
  return {
    x: 0.5 + (point.longitude - view.centre.longitude) / view.span,
    y: 0.5 - (point.latitude - view.centre.latitude) / view.span,
  };
}

/** The cities to be named: from far off those alone whose names do not run into each other. */
export function citiesIn(view: View): readonly City[] {
  return view.span < wholeView.span / 2 ? cities : cities.filter(({ isShownFar }) => isShownFar);
}

/** The point under a place of the picture, as exactly as six decimals say it: some ten centimetres. */
export function pointInView({ view, x, y }: { view: View; x: number; y: number }): Point {
  const exact = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    latitude: exact(view.centre.latitude + (0.5 - y) * view.span),
    longitude: exact(view.centre.longitude + (x - 0.5) * view.span),
  };
}

/** Nearer to a point, or from further off; never nearer than is of use nor further than all of it. */
export function zoomed({ view, to, times }: { view: View; to: Point; times: number }): View {
  const span = Math.min(wholeView.span, Math.max(nearestSpan, view.span / times));
  return span === wholeView.span ? wholeView : { centre: to, span };
}
