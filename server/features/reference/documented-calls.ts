// §7: reference of the routes besides items and actions: log-in, files, server information.
import {
  anySchema,
  objectSchema,
  type DocumentedCall,
  emptyObjectSchema,
  isAuthenticated,
  textSchema,
} from "#server/features/reference/documented-call.ts";
import { utilityCalls } from "#server/features/reference/utility-calls.ts";

const mode = { enum: ["json", "cookie", "session"] };
const tokens = {
  type: "object",
  properties: {
    access_token: textSchema,
    expires: { type: "integer", description: "Milliseconds from now." },
    refresh_token: { ...textSchema, description: "Only with mode json." },
  },
};

const authCalls: readonly Omit<DocumentedCall, "tag">[] = [
  {
    method: "POST",
    path: "/auth/login",
    summary: "Log in",
    isPublic: true,
    body: objectSchema({ email: textSchema, password: textSchema }, { otp: textSchema, mode }),
    responseSchema: tokens,
  },
  {
    method: "POST",
    path: "/auth/refresh",
    summary: "Renew the access token",
    isPublic: true,
    body: objectSchema({}, { refresh_token: textSchema, mode }),
    responseSchema: tokens,
  },
  {
    method: "POST",
    path: "/auth/logout",
    summary: "Log out",
    isPublic: true,
    body: objectSchema({}, { refresh_token: textSchema, mode }),
    responseSchema: null,
  },
  { method: "GET", path: "/auth", summary: "External login providers", isPublic: true, responseSchema: anySchema },
  {
    method: "POST",
    path: "/auth/password/request",
    summary: "Request a password reset email",
    isPublic: true,
    body: objectSchema({ email: textSchema }, { reset_url: textSchema }),
    responseSchema: null,
  },
  {
    method: "POST",
    path: "/auth/password/reset",
    summary: "Set a new password",
    isPublic: true,
    body: objectSchema({ token: textSchema, password: textSchema }),
    responseSchema: null,
  },
  {
    method: "GET",
    path: "/users/me",
    summary: "Current user",
    query: { fields: "Comma-separated field names." },
    isVisibleTo: isAuthenticated,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "PATCH",
    path: "/users/me",
    summary: "Update the current user",
    isVisibleTo: isAuthenticated,
    body: emptyObjectSchema,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "POST",
    path: "/users/me/tfa/generate",
    summary: "Generate a secret for two-factor login",
    isVisibleTo: isAuthenticated,
    body: objectSchema({ password: textSchema }),
    responseSchema: emptyObjectSchema,
  },
  {
    method: "POST",
    path: "/users/me/tfa/enable",
    summary: "Turn two-factor login on",
    isVisibleTo: isAuthenticated,
    body: objectSchema({ secret: textSchema, otp: textSchema }),
    responseSchema: null,
  },
  {
    method: "POST",
    path: "/users/me/tfa/disable",
    summary: "Turn two-factor login off",
    isVisibleTo: isAuthenticated,
    body: objectSchema({ otp: textSchema }),
    responseSchema: null,
  },
  {
    method: "POST",
    path: "/users/invite",
    summary: "Invite a user by mail",
    isVisibleTo: isAuthenticated,
    body: objectSchema({ email: anySchema, role: textSchema }, { invite_url: textSchema }),
    responseSchema: null,
  },
  {
    method: "POST",
    path: "/users/invite/accept",
    summary: "Accept an invitation",
    isPublic: true,
    body: objectSchema({ token: textSchema, password: textSchema }),
    responseSchema: null,
  },
];

const size = {
  width: "Pixels.",
  height: "Pixels.",
  fit: "cover, contain, inside or outside.",
  format: "auto, jpg, png or webp.",
  quality: "1 to 100.",
  key: "Preset, instead of the other parameters.",
  download: "Download as an attachment.",
};
const fileCalls: readonly Omit<DocumentedCall, "tag">[] = [
  {
    method: "POST",
    path: "/files",
    summary: "Upload files; fields precede their file",
    isVisibleTo: isAuthenticated,
    isUpload: true,
    responseSchema: anySchema,
  },
  {
    method: "POST",
    path: "/files/import",
    summary: "Import a file from a URL",
    isVisibleTo: isAuthenticated,
    body: objectSchema({ url: textSchema }, { data: emptyObjectSchema }),
    responseSchema: emptyObjectSchema,
  },
  { method: "GET", path: "/assets/:id", summary: "File content", query: size, isPlain: true, type: "*/*" },
];

const serverCalls: readonly Omit<DocumentedCall, "tag">[] = [
  {
    method: "GET",
    path: "/server/ping",
    summary: "Ping",
    isPublic: true,
    isPlain: true,
    type: "text/html",
    responseSchema: textSchema,
  },
  {
    method: "GET",
    path: "/server/health",
    summary: "Health status",
    isPlain: true,
    type: "application/health+json",
    responseSchema: emptyObjectSchema,
  },
  {
    method: "GET",
    path: "/server/live",
    summary: "Liveness probe",
    isPublic: true,
    isPlain: true,
    type: "application/health+json",
    responseSchema: emptyObjectSchema,
  },
  {
    method: "GET",
    path: "/server/ready",
    summary: "Readiness probe: 503 if the server should not receive requests",
    isPublic: true,
    isPlain: true,
    type: "application/health+json",
    responseSchema: emptyObjectSchema,
  },
  { method: "GET", path: "/server/info", summary: "Server information", responseSchema: emptyObjectSchema },
  {
    method: "GET",
    path: "/server/specs/oas",
    summary: "OpenAPI document with the caller's permissions",
    isPlain: true,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "GET",
    path: "/server/specs/graphql",
    summary: "GraphQL schema of items with the caller's permissions",
    isPlain: true,
    type: "text/plain",
    responseSchema: textSchema,
  },
  {
    method: "GET",
    path: "/server/specs/graphql/system",
    summary: "GraphQL schema of system collections with the caller's permissions",
    isPlain: true,
    type: "text/plain",
    responseSchema: textSchema,
  },
  {
    method: "POST",
    path: "/graphql",
    summary: "Items by GraphQL",
    body: objectSchema({ query: textSchema }, { variables: emptyObjectSchema, operationName: textSchema }),
    isPlain: true,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "POST",
    path: "/graphql/system",
    summary: "System collections by GraphQL",
    body: objectSchema({ query: textSchema }, { variables: emptyObjectSchema, operationName: textSchema }),
    isPlain: true,
    responseSchema: emptyObjectSchema,
  },
  {
    method: "POST",
    path: "/live/ticket",
    summary: "Create a ticket for the live stream, valid for 30 seconds",
    isVisibleTo: isAuthenticated,
    responseSchema: objectSchema({ ticket: textSchema }),
  },
  {
    method: "GET",
    path: "/live",
    summary: "Live events as server-sent events",
    isVisibleTo: isAuthenticated,
    query: {
      ticket: "From /live/ticket.",
      collections: "Comma-separated collection names.",
      after: "Id of the last received event.",
    },
    isPlain: true,
    type: "text/event-stream",
    responseSchema: textSchema,
  },
];

const withTag = (tag: string, calls: readonly Omit<DocumentedCall, "tag">[]): DocumentedCall[] =>
  calls.map((call) => ({ ...call, tag }));

export const documentedCalls: readonly DocumentedCall[] = [
  ...withTag("Log in", authCalls),
  ...withTag("Files", fileCalls),
  ...withTag("Server", serverCalls),
  ...withTag("Declarations and utilities", utilityCalls),
];
