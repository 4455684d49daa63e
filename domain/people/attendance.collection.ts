// §6 Attendance: log of users going on and off duty. Written only together with changes of `in_out_flag`.
import { inOwnScope } from "#domain/access/row-filters.ts";
import type { Actor } from "#domain/access/roles.ts";
import { defineCollection, type Filter } from "#domain/schema/collection.ts";
import { boolean, one, oneByUuid } from "#domain/schema/fields.ts";

const ownAttendance = (actor: Actor): Filter | false => actor.id !== null && { user: { _eq: actor.id } };

const attendanceFields = {
  user: oneByUuid("users", { serverSet: true, onDelete: "cascade" }),
  company: one("Companies", { serverSet: true, onDelete: "cascade" }),
  branch: one("Branch", { serverSet: true, onDelete: "cascade" }),
  is_present: boolean({ serverSet: true }),
};

export const Attendance = defineCollection("attendance", {
  fields: attendanceFields,
  indexes: [
    ["branch", "date_created"],
    ["user", "id"],
  ],
  isAudited: false,
  access: {
    read: {
      "people.manage": inOwnScope,
      "duty.record": ownAttendance,
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    attendance: typeof attendanceFields;
  }
}
