// §7: what is declared, and the utilities.
import { anything, bodyOf, type Call, object, somebody, text } from "#server/features/reference/call.ts";

const declared = ["collections", "fields", "relations"].flatMap((name): Omit<Call, "tag">[] => [
  { method: "GET", path: `/${name}`, summary: `All ${name}, as they are declared`, answer: anything },
  { method: "GET", path: `/${name}/:collection`, summary: `Those of one collection`, answer: anything },
  ...(name === "collections"
    ? []
    : [
        { method: "GET" as const, path: `/${name}/:collection/:field`, summary: "That of one field", answer: anything },
      ]),
]);
export const utilities: readonly Omit<Call, "tag">[] = [
  ...declared,
  { method: "GET", path: "/permissions/me", summary: "What one may do", isFor: somebody, answer: object },
  {
    method: "GET",
    path: "/permissions/me/:collection/:id",
    summary: "What one may do with a row",
    isFor: somebody,
    answer: object,
  },
  { method: "GET", path: "/roles/me", summary: "One's role", isFor: somebody, answer: anything },
  { method: "GET", path: "/policies/me/globals", summary: "What one's policies say", answer: object },
  {
    method: "GET",
    path: "/utils/random/string",
    summary: "Random characters",
    query: { length: "How many; 32 by default." },
    isFor: somebody,
    answer: text,
  },
  {
    method: "POST",
    path: "/utils/hash/generate",
    summary: "Hash a text",
    isFor: somebody,
    body: bodyOf({ string: text }),
    answer: text,
  },
  {
    method: "POST",
    path: "/utils/hash/verify",
    summary: "Whether a text has this hash",
    isFor: somebody,
    body: bodyOf({ string: text, hash: text }),
    answer: { type: "boolean" },
  },
  {
    method: "POST",
    path: "/utils/sort/:collection",
    summary: "Move a row in its order",
    isFor: somebody,
    body: bodyOf({ item: anything, to: anything }),
  },
  {
    method: "POST",
    path: "/utils/revert/:revision",
    summary: "Bring a row back to a revision",
    isFor: somebody,
    answer: null,
  },
  {
    method: "POST",
    path: "/utils/import/:collection",
    summary: "Make rows of a file",
    isFor: somebody,
    isUpload: true,
  },
  {
    method: "POST",
    path: "/utils/export/:collection",
    summary: "Write rows into a file",
    isFor: somebody,
    body: bodyOf({ format: { enum: ["csv", "json", "xml", "yaml"] } }, { query: object, file: object }),
  },
  { method: "POST", path: "/utils/cache/clear", summary: "Forget what is remembered", isFor: somebody },
];
