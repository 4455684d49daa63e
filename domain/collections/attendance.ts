// §6 Attendance: every time somebody came on duty or left it, and who said so. Written with `in_out_flag`, never by itself.
import { ownBranch, ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { boolean, one, oneByUuid } from "#domain/fields.ts";

export const Attendance = collection("attendance", {
  fields: {
    user: oneByUuid("users", { serverSet: true, onDelete: "cascade" }),
    company: one("Companies", { serverSet: true, onDelete: "cascade" }),
    branch: one("Branch", { serverSet: true, onDelete: "cascade" }),
    is_present: boolean({ serverSet: true }),
  },
  indexes: [
    ["branch", "date_created"],
    ["user", "id"],
  ],
  tracked: false,
  access: {
    read: {
      admin: ownCompany,
      manager: ownBranch,
      staff: (who) => who.id !== null && { user: { _eq: who.id } },
    },
  },
});
