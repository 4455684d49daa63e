// §1: actions of the platform's support on its own session. Requests and answers are writes of Support_Access.
import { z } from "zod";
import { timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const supportSession = z.object({
  id: z.int(),
  company: z.int(),
  branch: z.int(),
  expires_at: timestampText,
});

export const supportActions = {
  enter: contract("POST /actions/support-access/:id/enter", {
    area: "platform",
    access: { can: "support.open" },
    summary:
      "Enter a branch opened as support: the session of the request reads the branch until it leaves or the access ends",
    reply: supportSession,
    errors: ["NO_MATCH_FOUND", "STATUS_ALREADY_UPDATED"],
  }),
  leave: contract("POST /actions/support-access/leave", {
    area: "platform",
    access: "public",
    visibleTo: { can: "support.open" },
    summary: "Leave the branch that the session reads as support, which ends the access",
    errors: ["NO_MATCH_FOUND"],
  }),
  readCurrent: contract("GET /actions/support-access/current", {
    area: "platform",
    access: "public",
    visibleTo: { can: "support.open" },
    summary: "The branch that the session of the request reads as support",
    reply: supportSession.extend({ is_open: z.boolean() }).nullable(),
    errors: [],
  }),
};
