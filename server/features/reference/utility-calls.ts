// §7: reference of the schema metadata and utility routes.
import { can } from "#domain/access/capabilities.ts";
import {
  anySchema,
  objectSchema,
  type DocumentedCall,
  emptyObjectSchema,
  isAuthenticated,
  textSchema,
} from "#server/features/reference/documented-call.ts";

const isPlatformAdministrator: NonNullable<DocumentedCall["isVisibleTo"]> = (actor) =>
  can(actor, "platform.administer");

const schemaCalls = ["collections", "fields", "relations"].flatMap((name): Omit<DocumentedCall, "tag">[] => [
  { method: "GET", path: `/${name}`, summary: `List ${name}`, responseSchema: anySchema },
  {
    method: "GET",
    path: `/${name}/:collection`,
    summary: name === "collections" ? "Read a collection" : `List ${name} of a collection`,
    responseSchema: anySchema,
  },
  ...(name === "collections"
    ? []
    : [
        {
          method: "GET" as const,
          path: `/${name}/:collection/:field`,
          summary: "Read the metadata of a field",
          responseSchema: anySchema,
        },
      ]),
]);
export const utilityCalls: readonly Omit<DocumentedCall, "tag">[] = [
  ...schemaCalls,
  {
    method: "GET",
    path: "/permissions/me",
    summary: "Permissions of the current user",
    isVisibleTo: isAuthenticated,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "GET",
    path: "/permissions/me/:collection/:id",
    summary: "Permissions of the current user for a row",
    isVisibleTo: isAuthenticated,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "GET",
    path: "/roles/me",
    summary: "Role of the current user",
    isVisibleTo: isAuthenticated,
    responseSchema: anySchema,
  },
  {
    method: "GET",
    path: "/policies/me/globals",
    summary: "Global policy flags of the current user",
    responseSchema: emptyObjectSchema,
  },
  {
    method: "GET",
    path: "/utils/random/string",
    summary: "Random characters",
    query: { length: "Number of characters; 32 by default." },
    isVisibleTo: isAuthenticated,
    responseSchema: textSchema,
  },
  {
    method: "POST",
    path: "/utils/hash/generate",
    summary: "Hash a text",
    isVisibleTo: isPlatformAdministrator,
    body: objectSchema({ string: textSchema }),
    responseSchema: textSchema,
  },
  {
    method: "POST",
    path: "/utils/hash/verify",
    summary: "Verify a hash of /utils/hash/generate",
    isVisibleTo: isPlatformAdministrator,
    body: objectSchema({ string: textSchema, hash: textSchema }),
    responseSchema: { type: "boolean" },
  },
  {
    method: "POST",
    path: "/utils/sort/:collection",
    summary: "Move a row within its order",
    isVisibleTo: isAuthenticated,
    body: objectSchema({ item: anySchema, to: anySchema }),
  },
  {
    method: "POST",
    path: "/utils/revert/:revision",
    summary: "Revert a row to a revision",
    isVisibleTo: isAuthenticated,
    responseSchema: null,
  },
  {
    method: "POST",
    path: "/utils/import/:collection",
    summary: "Import rows from a file",
    isVisibleTo: isAuthenticated,
    isUpload: true,
  },
  {
    method: "POST",
    path: "/utils/export/:collection",
    summary: "Export rows to a file",
    isVisibleTo: isAuthenticated,
    body: objectSchema(
      { format: { enum: ["csv", "json", "xml", "yaml"] } },
      { query: emptyObjectSchema, file: emptyObjectSchema },
    ),
  },
  { method: "POST", path: "/utils/cache/clear", summary: "Clear the caches", isVisibleTo: isPlatformAdministrator },
];
