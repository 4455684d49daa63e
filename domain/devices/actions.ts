// Shared devices of a branch: enrolment, revocation, and switching to another member of staff with the PIN.
import { z } from "zod";
import { authMode, sessionTokens } from "#domain/accounts/session-tokens.ts";
import { codeText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const managed = { area: "devices", access: "user", visibleTo: { can: "branch.configure" } } as const;

export const deviceActions = {
  enrol: contract("POST /actions/devices", {
    ...managed,
    summary: "Enrol this browser as a shared device of the own branch; its token is kept in a cookie",
    fields: { Shared_Devices: ["name"] },
    reply: z.object({ id: z.int() }),
    errors: [],
  }),
  revoke: contract("POST /actions/devices/:id/revoke", {
    ...managed,
    summary: "Revoke a shared device; sessions opened on it with a PIN end",
    errors: [],
  }),
  readCurrent: contract("GET /actions/devices/current", {
    area: "devices",
    access: "public",
    summary: "The shared device that this browser is, and who can switch on it",
    reply: z
      .object({
        id: z.int(),
        name: z.string(),
        branch: z.string().meta({ description: "Name of the branch." }),
        people: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            needs_log_in: z.boolean().meta({ description: "Whether only the full login is possible." }),
          }),
        ),
      })
      .nullable()
      .meta({ description: "Null if this browser is not enrolled." }),
    errors: [],
  }),
  switchUser: contract("POST /actions/devices/switch", {
    area: "devices",
    access: "public",
    summary: "Start a session with a PIN on a shared device; the session of this browser ends",
    body: z.object({
      user: z.uuid('"user" must be the id of a user.'),
      pin: codeText.meta({ description: "PIN of the user." }),
      mode: authMode,
    }),
    reply: sessionTokens,
    errors: ["INVALID_CREDENTIALS", "PIN_LOCKED", "REQUESTS_EXCEEDED"],
  }),
};
