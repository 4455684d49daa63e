// §7: the calls that are no rows and no actions: log in, files, what the server says of itself.
import type { Who } from "#domain/roles.ts";
import type { Schema } from "#server/items/openapi/schemas.ts";

export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As the route is declared: `/auth/login`, `/assets/:id`. */
  path: string;
  tag: string;
  summary: string;
  isFor?: (who: Who) => boolean;
  query?: { [name: string]: string };
  body?: Schema;
  isUpload?: boolean;
  /** `data` of the answer; null is an empty answer, absent is anything. */
  answer?: Schema | null;
  /** The answer is not wrapped in `data`, or not JSON at all. */
  isPlain?: boolean;
  type?: string;
}

const text = { type: "string" };
const object = { type: "object" };
const anything = {};
const somebody = (who: Who): boolean => who.id !== null;

function bodyOf(required: { [name: string]: Schema }, optional: { [name: string]: Schema } = {}): Schema {
  const names = Object.keys(required);
  return { type: "object", properties: { ...required, ...optional }, ...(names.length > 0 ? { required: names } : {}) };
}

const mode = { enum: ["json", "cookie", "session"] };
const tokens = {
  type: "object",
  properties: {
    access_token: text,
    expires: { type: "integer", description: "Milliseconds from now." },
    refresh_token: { ...text, description: "Only in the mode json." },
  },
};

const auth: readonly Omit<Call, "tag">[] = [
  {
    method: "POST",
    path: "/auth/login",
    summary: "Log in",
    body: bodyOf({ email: text, password: text }, { otp: text, mode }),
    answer: tokens,
  },
  {
    method: "POST",
    path: "/auth/refresh",
    summary: "Renew the access token",
    body: bodyOf({}, { refresh_token: text, mode }),
    answer: tokens,
  },
  {
    method: "POST",
    path: "/auth/logout",
    summary: "Log out",
    body: bodyOf({}, { refresh_token: text, mode }),
    answer: null,
  },
  { method: "GET", path: "/auth", summary: "Other ways to log in", answer: anything },
  {
    method: "POST",
    path: "/auth/password/request",
    summary: "Ask for a mail to set a new password",
    body: bodyOf({ email: text }, { reset_url: text }),
    answer: null,
  },
  {
    method: "POST",
    path: "/auth/password/reset",
    summary: "Set a new password",
    body: bodyOf({ token: text, password: text }),
    answer: null,
  },
  {
    method: "GET",
    path: "/users/me",
    summary: "One's own user",
    query: { fields: "Which fields, separated by commas." },
    isFor: somebody,
    answer: object,
  },
  {
    method: "PATCH",
    path: "/users/me",
    summary: "Change one's own user",
    isFor: somebody,
    body: object,
    answer: object,
  },
  {
    method: "POST",
    path: "/users/me/tfa/generate",
    summary: "A secret for two-factor login",
    isFor: somebody,
    body: bodyOf({ password: text }),
    answer: object,
  },
  {
    method: "POST",
    path: "/users/me/tfa/enable",
    summary: "Turn two-factor login on",
    isFor: somebody,
    body: bodyOf({ secret: text, otp: text }),
    answer: null,
  },
  {
    method: "POST",
    path: "/users/me/tfa/disable",
    summary: "Turn two-factor login off",
    isFor: somebody,
    body: bodyOf({ otp: text }),
    answer: null,
  },
  {
    method: "POST",
    path: "/users/invite",
    summary: "Invite a user by mail",
    isFor: somebody,
    body: bodyOf({ email: anything, role: text }, { invite_url: text }),
    answer: null,
  },
  {
    method: "POST",
    path: "/users/invite/accept",
    summary: "Accept an invitation",
    body: bodyOf({ token: text, password: text }),
    answer: null,
  },
];

const size = {
  width: "Pixels.",
  height: "Pixels.",
  fit: "cover, contain, inside or outside.",
  format: "auto, jpg, png or webp.",
  quality: "1 to 100.",
  key: "A preset instead.",
  download: "As an attachment.",
};
const files: readonly Omit<Call, "tag">[] = [
  {
    method: "POST",
    path: "/files",
    summary: "Upload files; fields stand before the file",
    isFor: somebody,
    isUpload: true,
    answer: anything,
  },
  {
    method: "POST",
    path: "/files/import",
    summary: "Fetch a file from an address",
    isFor: somebody,
    body: bodyOf({ url: text }, { data: object }),
    answer: object,
  },
  { method: "GET", path: "/assets/:id", summary: "The file itself", query: size, isPlain: true, type: "*/*" },
];

const server: readonly Omit<Call, "tag">[] = [
  { method: "GET", path: "/server/ping", summary: "Whether it is up", isPlain: true, type: "text/html", answer: text },
  {
    method: "GET",
    path: "/server/health",
    summary: "Whether it is well",
    isPlain: true,
    type: "application/health+json",
    answer: object,
  },
  { method: "GET", path: "/server/info", summary: "What it is", answer: object },
  {
    method: "GET",
    path: "/server/specs/oas",
    summary: "This document, for whoever asks",
    isPlain: true,
    answer: object,
  },
  {
    method: "GET",
    path: "/server/specs/graphql",
    summary: "The GraphQL schema of items, for whoever asks",
    isPlain: true,
    type: "text/plain",
    answer: text,
  },
  {
    method: "GET",
    path: "/server/specs/graphql/system",
    summary: "The same of the system collections",
    isPlain: true,
    type: "text/plain",
    answer: text,
  },
  {
    method: "POST",
    path: "/graphql",
    summary: "Items by GraphQL",
    body: bodyOf({ query: text }, { variables: object, operationName: text }),
    isPlain: true,
    answer: object,
  },
  {
    method: "POST",
    path: "/graphql/system",
    summary: "System collections by GraphQL",
    body: bodyOf({ query: text }, { variables: object, operationName: text }),
    isPlain: true,
    answer: object,
  },
  {
    method: "POST",
    path: "/live/ticket",
    summary: "A ticket for the live stream, good for half a minute",
    isFor: somebody,
    answer: bodyOf({ ticket: text }),
  },
  {
    method: "GET",
    path: "/live",
    summary: "What changes, as server-sent events",
    isFor: somebody,
    query: {
      ticket: "From /live/ticket.",
      collections: "Their names, separated by commas.",
      after: "The last event that was seen.",
    },
    isPlain: true,
    type: "text/event-stream",
    answer: text,
  },
];

const declared = ["collections", "fields", "relations"].flatMap((name): Omit<Call, "tag">[] => [
  { method: "GET", path: `/${name}`, summary: `All ${name}, as they are declared`, answer: anything },
  { method: "GET", path: `/${name}/:collection`, summary: `Those of one collection`, answer: anything },
  ...(name === "collections"
    ? []
    : [
        { method: "GET" as const, path: `/${name}/:collection/:field`, summary: "That of one field", answer: anything },
      ]),
]);
const utilities: readonly Omit<Call, "tag">[] = [
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

const tagged = (tag: string, calls: readonly Omit<Call, "tag">[]): Call[] => calls.map((call) => ({ ...call, tag }));

export const calls: readonly Call[] = [
  ...tagged("Log in", auth),
  ...tagged("Files", files),
  ...tagged("Server", server),
  ...tagged("Declarations and utilities", utilities),
];
