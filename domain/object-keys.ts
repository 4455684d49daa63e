/** `Object.keys` with the names of the type, for objects that have no other keys. */
export function getKeys<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}
