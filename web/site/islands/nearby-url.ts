/** Address of the listing around a point. Keeps the stay of the form; words would narrow the search to another place. */
export function toNearbyUrl({
  form,
  point,
}: {
  form: HTMLFormElement;
  /** Degrees. */
  point: { latitude: number; longitude: number };
}): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (name !== "q" && typeof value === "string") query.append(name, value);
  // About ten metres: enough to sort by distance.
  query.set("lat", point.latitude.toFixed(4));
  query.set("lng", point.longitude.toFixed(4));
  query.set("sort", "distance");
  return `${form.getAttribute("action") ?? "/parking"}?${query.toString()}`;
}
