// §7 §8: actions of the outbox.
import { z } from "zod";
import { contract } from "#domain/schema/contract.ts";

const channelUsage = z.object({ used: z.int(), allowed: z.int() });

export const messageActions = {
  resend: contract("POST /actions/outbox/:id/resend", {
    area: "messages",
    visibleTo: { can: "message.manage" },
    summary: "Resend an email or SMS",
    errors: ["MESSAGE_HAD_A_SECRET", "BRANCH_MESSAGES_EXCEEDED"],
  }),
  readUsage: contract("GET /actions/outbox/usage", {
    area: "messages",
    access: { can: "message.manage" },
    summary: "Emails and SMS a branch has sent today, and its limits",
    query: { branch: "Id of the branch." },
    requiredQuery: ["branch"],
    reply: z.object({ sms: channelUsage, mail: channelUsage }),
    errors: [],
  }),
};
