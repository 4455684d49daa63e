/** The `code` of a thrown value, such as `ENOENT` of Node.js or a code of the error catalogue; undefined without one. */
export function getErrorCode(thrown: unknown): string | undefined {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && typeof thrown.code === "string"
    ? thrown.code
    : undefined;
}
