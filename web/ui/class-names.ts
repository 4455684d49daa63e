/** Joins the class names that apply; undefined if there are none. */
export function joinClassNames(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
