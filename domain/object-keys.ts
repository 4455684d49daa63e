/** `Object.keys` with the names of the type, for objects that have no other keys. */
export function getKeys<T extends object>(object: T): (keyof T & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript allows more keys than the type has
  return Object.keys(object) as (keyof T & string)[];
}

/** True for the name of a property of the object itself; `toString` and other inherited ones do not count. */
export function isKeyOf<T extends object>(object: T, name: unknown): name is keyof T & string {
  return typeof name === "string" && Object.hasOwn(object, name);
}
