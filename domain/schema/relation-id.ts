/** Returns the id of a relation, which is either the id or the related row. */
export function getRelationId(relation: unknown): number | null {
  if (typeof relation === "number") return relation;
  if (typeof relation !== "object" || relation === null) return null;
  return "id" in relation && typeof relation.id === "number" ? relation.id : null;
}
