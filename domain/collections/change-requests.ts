// §3 Branch.change_request: what a vendor wants changed of what was verified, until a verifier applies or refuses it.
import { ownBranch, ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, json, one, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { changeRequestIsSound, changeRequestStates, subjectOfRequest } from "#domain/rules/change-request.ts";
import { onboardingStatuses } from "#domain/states/onboarding.ts";

const asked = ["company", "branch", "changes", "note"];

export const ChangeRequests = collection("Change_Requests", {
  fields: {
    company: one("Companies", { required: true, onDelete: "cascade" }),
    /** Absent where the company itself is to change. */
    branch: one("Branch", { onDelete: "cascade" }),
    /** Field → new value; and what stood there when it was asked. */
    changes: json({ required: true }),
    was: json({ default: {}, serverSet: true }),
    /** Why, for the verifier. */
    note: text({ max: limits.reviewNote }),
    status: choice(onboardingStatuses, { default: "draft", states: changeRequestStates }),
    /** The verifier's word to who asked. */
    answer: text({ max: limits.reviewNote }),
  },
  presets: { company: (who) => who.company },
  unique: [{ on: ["company", "branch"], while: "status = 'draft'", nullsEqual: true, error: "CHANGE_ALREADY_ASKED" }],
  indexes: [["status", "id"]],
  needs: ["company", "branch"],
  rules: [changeRequestIsSound],
  carries: subjectOfRequest,
  tells: ["changeAnswer"],
  live: true,
  access: {
    read: { admin: ownCompany, manager: ownBranch, verifier: true },
    create: { admin: { rows: ownCompany, fields: asked }, manager: { rows: ownBranch, fields: asked } },
    update: {
      admin: { rows: ownCompany, fields: ["status"] },
      manager: { rows: ownBranch, fields: ["status"] },
      verifier: { rows: true, fields: ["status", "answer"] },
    },
  },
});
