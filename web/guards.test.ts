// §2 Access behaviour as a table: who opens what, and what happens instead.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#domain/roles.ts";
import { decide, guards } from "#web/guards.ts";
import type { Decision } from "#web/guards.ts";
import type { Session } from "#web/items/session.ts";

const address = "/acme/mg-road/parking/dashboard?state=1";
const slugs = { company: "acme", branch: "mg-road" };

function somebody(role: Role, branch: object = {}, company: object = {}): Session {
  return {
    role,
    company: { slug: "acme", status: "published", ...company },
    branch: { slug: "mg-road", status: "published", is_parking: true, is_valet_and_parking: false, ...branch },
  } as Session;
}

type Group = keyof typeof guards;
const cases: [string, Group, Session | null, Decision][] = [
  ["anyone opens a public page", "anyone", null, { kind: "open" }],
  [
    "nobody is sent to the partners' log-in, with placeholders",
    "staff",
    null,
    { kind: "redirect", to: "/partner-with-us?redirect_to=/:company/:branch/parking/dashboard%3Fstate%3D1" },
  ],
  [
    "nobody is sent to the customers' log-in, with the address",
    "customer",
    null,
    { kind: "redirect", to: "/customer/commercial/login?redirect_to=/acme/mg-road/parking/dashboard%3Fstate%3D1" },
  ],
  ["staff opens a staff page", "staff", somebody("staff"), { kind: "open" }],
  ["an employee opens a staff page", "staff", somebody("employee"), { kind: "open" }],
  ["staff is denied a manager's page", "adminOrManager", somebody("staff"), { kind: "denied" }],
  ["a manager opens a manager's page", "adminOrManager", somebody("manager"), { kind: "open" }],
  ["a manager is denied an admin's page", "admin", somebody("manager"), { kind: "denied" }],
  ["an approver opens the requests", "approver", somebody("approver"), { kind: "open" }],
  ["staff is denied the requests", "approver", somebody("staff"), { kind: "denied" }],
  [
    "an admin opens an admin's page before it is published",
    "admin",
    somebody("admin", { status: "rejected" }),
    { kind: "open" },
  ],
  ["a customer is denied a staff page", "staff", somebody("customer"), { kind: "denied" }],
  ["staff is denied a customer's page", "customer", somebody("staff"), { kind: "denied" }],
  [
    "a branch that is not published is closed",
    "staff",
    somebody("admin", { status: "rejected" }),
    { kind: "denied", code: "BRANCH_NOT_PUBLISHED" },
  ],
  [
    "a company that is not published is closed",
    "staff",
    somebody("admin", {}, { status: "draft" }),
    { kind: "denied", code: "COMPANY_NOT_PUBLISHED" },
  ],
  ["a service the branch has is open", "parking", somebody("staff"), { kind: "open" }],
  [
    "a service the branch has not is closed",
    "valet",
    somebody("staff"),
    { kind: "denied", code: "SERVICE_NOT_ENABLED" },
  ],
  [
    "a link of another branch opens on one's own",
    "parking",
    somebody("staff", { slug: "airport" }),
    { kind: "redirect", to: "/acme/airport/parking/dashboard?state=1" },
  ],
];

for (const [name, group, session, expected] of cases)
  test(name, () => assert.deepEqual(decide({ guard: guards[group], session, address, slugs }), expected));

test("who has no branch is told so", () => {
  const session = { ...somebody("staff"), branch: null };
  assert.deepEqual(decide({ guard: guards.staff, session, address, slugs }), {
    kind: "denied",
    code: "INVALID_COMPANY_OR_BRANCH",
  });
});
