// §2 Access behaviour: decisions of the route guards by role, branch and service.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#domain/access/roles.ts";
import { evaluateGuard, routeGuards } from "#web/route-guards.ts";
import type { GuardDecision } from "#web/route-guards.ts";
import type { Session } from "#web/api/session.ts";

const address = "/acme/mg-road/parking/dashboard?state=1";
const slugs = { company: "acme", branch: "mg-road" };

function createSession(role: Role, branch: object = {}, company: object = {}): Session {
  return {
    role,
    company: { slug: "acme", status: "published", ...company },
    branch: { slug: "mg-road", status: "published", is_parking: true, is_valet_and_parking: false, ...branch },
  } as Session;
}

type GuardName = keyof typeof routeGuards;
const cases: [string, GuardName, Session | null, GuardDecision][] = [
  ["opens a public page without a session", "anyone", null, { kind: "open" }],
  [
    "redirects an anonymous visitor to the partner login, with placeholders",
    "staff",
    null,
    { kind: "redirect", to: "/partner-with-us?redirect_to=/:company/:branch/parking/dashboard%3Fstate%3D1" },
  ],
  [
    "redirects an anonymous visitor to the customer login, with the path",
    "customer",
    null,
    { kind: "redirect", to: "/customer/commercial/login?redirect_to=/acme/mg-road/parking/dashboard%3Fstate%3D1" },
  ],
  ["opens a staff page for staff", "staff", createSession("staff"), { kind: "open" }],
  ["opens a staff page for an employee", "staff", createSession("employee"), { kind: "open" }],
  ["denies staff a manager page", "adminOrManager", createSession("staff"), { kind: "denied" }],
  ["opens a manager page for a manager", "adminOrManager", createSession("manager"), { kind: "open" }],
  ["opens the offers for a manager", "offers", createSession("manager"), { kind: "open" }],
  ["denies staff the offers", "offers", createSession("staff"), { kind: "denied" }],
  [
    "denies the offers while no service is enabled",
    "offers",
    createSession("manager", { is_parking: false }),
    { kind: "denied", code: "SERVICE_NOT_ENABLED" },
  ],
  ["denies a manager an admin page", "admin", createSession("manager"), { kind: "denied" }],
  ["opens the approvals for an approver", "approver", createSession("approver"), { kind: "open" }],
  ["denies staff the approvals", "approver", createSession("staff"), { kind: "denied" }],
  [
    "opens an admin page before the branch is published",
    "admin",
    createSession("admin", { status: "rejected" }),
    { kind: "open" },
  ],
  ["denies a customer a staff page", "staff", createSession("customer"), { kind: "denied" }],
  ["denies staff a customer page", "customer", createSession("staff"), { kind: "denied" }],
  [
    "leads the admin of a rejected branch to its correction",
    "staff",
    createSession("admin", { status: "rejected" }),
    { kind: "redirect", to: "/acme/mg-road/application-correction" },
  ],
  [
    "leads the admin of a rejected company to its correction",
    "staff",
    createSession("admin", { status: "draft" }, { status: "rejected" }),
    { kind: "redirect", to: "/acme/mg-road/application-correction" },
  ],
  [
    "denies access if the branch is not published",
    "staff",
    createSession("staff", { status: "rejected" }),
    { kind: "denied", code: "BRANCH_NOT_PUBLISHED" },
  ],
  [
    "opens an archived branch for who lets its last vehicles out",
    "parking",
    createSession("staff", { status: "archived" }),
    { kind: "open" },
  ],
  [
    "denies employees an archived branch",
    "parking",
    createSession("employee", { status: "archived" }),
    { kind: "denied", code: "BRANCH_NOT_PUBLISHED" },
  ],
  [
    "denies access if the company is not published",
    "staff",
    createSession("admin", {}, { status: "draft" }),
    { kind: "denied", code: "COMPANY_NOT_PUBLISHED" },
  ],
  ["opens a page of an enabled service", "parking", createSession("staff"), { kind: "open" }],
  [
    "denies a page of a service that is not enabled",
    "valet",
    createSession("staff"),
    { kind: "denied", code: "SERVICE_NOT_ENABLED" },
  ],
  [
    "denies employees the valet board",
    "valet",
    createSession("employee", { is_valet_and_parking: true }),
    { kind: "denied" },
  ],
  [
    "denies staff a page of a service they do not work for",
    "valet",
    { ...createSession("staff", { is_valet_and_parking: true }), services: ["is_parking"] },
    { kind: "denied", code: "STAFF_NOT_OF_SERVICE" },
  ],
  [
    "redirects a link of another branch to the user's own branch",
    "parking",
    createSession("staff", { slug: "airport" }),
    { kind: "redirect", to: "/acme/airport/parking/dashboard?state=1" },
  ],
];

for (const [name, group, session, expected] of cases)
  test(name, () => assert.deepEqual(evaluateGuard({ guard: routeGuards[group], session, address, slugs }), expected));

test("redirects an anonymous visitor of a platform page with its own path", () => {
  assert.deepEqual(evaluateGuard({ guard: routeGuards.platform, session: null, address: "/platform/changes?page=2" }), {
    kind: "redirect",
    to: "/partner-with-us?redirect_to=/platform/changes%3Fpage%3D2",
  });
});

test("denies access to users without a branch", () => {
  const session = { ...createSession("staff"), branch: null };
  assert.deepEqual(evaluateGuard({ guard: routeGuards.staff, session, address, slugs }), {
    kind: "denied",
    code: "INVALID_COMPANY_OR_BRANCH",
  });
});

const flags = {
  public_customer: false,
  residential_customer: false,
  govt_customer: false,
  school_college_university_customer: false,
};
const createCustomer = (own: Partial<typeof flags>): Session =>
  ({ role: "customer", company: null, branch: null, user: { ...flags, ...own } }) as Session;
const wrongType: GuardDecision = { kind: "denied", code: "USER_INVALID_ENTITY" };

test("opens the pages of the own customer types, and redirects links of another type to the own pages", () => {
  const commercial = { home: "open", gov: "/commercial/home?from=sms", coupons: "open" };
  const customers: [name: string, Partial<typeof flags>, expected: { home: string; gov: string; coupons: string }][] = [
    ["of no type", {}, commercial],
    ["public", { public_customer: true }, commercial],
    ["residential", { residential_customer: true }, commercial],
    ["school", { school_college_university_customer: true }, commercial],
    ["government", { govt_customer: true }, { home: "/gov/home?from=sms", gov: "open", coupons: "denied" }],
    [
      "government and residential",
      { govt_customer: true, residential_customer: true },
      { home: "open", gov: "open", coupons: "open" },
    ],
  ];
  const toDecision = (expected: string): GuardDecision =>
    expected === "open" ? { kind: "open" } : expected === "denied" ? wrongType : { kind: "redirect", to: expected };
  for (const [name, own, { home, gov, coupons }] of customers) {
    const session = createCustomer(own);
    const decide = (guard: "customer" | "commercialCustomer", to: string) =>
      evaluateGuard({ guard: routeGuards[guard], session, address: to });
    assert.deepEqual(decide("customer", "/commercial/home?from=sms"), toDecision(home), `${name}: commercial`);
    assert.deepEqual(decide("customer", "/gov/home?from=sms"), toDecision(gov), `${name}: gov`);
    assert.deepEqual(decide("commercialCustomer", "/commercial/saved-coupon"), toDecision(coupons), `${name}: coupons`);
  }
});
