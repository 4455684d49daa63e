// §7: the calls that are no rows and no actions: log in, files, what the server says of itself.
import { anything, bodyOf, type Call, object, somebody, text } from "#server/features/reference/call.ts";
import { utilities } from "#server/features/reference/utility-calls.ts";

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

const tagged = (tag: string, calls: readonly Omit<Call, "tag">[]): Call[] => calls.map((call) => ({ ...call, tag }));

export const calls: readonly Call[] = [
  ...tagged("Log in", auth),
  ...tagged("Files", files),
  ...tagged("Server", server),
  ...tagged("Declarations and utilities", utilities),
];
