// §2: route table in the specification's order, with guards. Contains only routes whose page exists.
import { createBrowserRouter } from "react-router";
import type { RouteObject } from "react-router";
import { PublicLayout, RootLayout } from "#web/layouts.tsx";
import { customerTypes } from "#domain/accounts/customer-type.ts";
import { requireCapability, routeGuards } from "#web/route-guards.ts";
import type { RouteGuardRule } from "#web/route-guards.ts";
import { isSharedDevice } from "#web/api/tokens/access-token.ts";
import { lazyPage, loadComponent } from "#web/lazy-page.tsx";
import type { PageLoader } from "#web/lazy-page.tsx";
import { PageError } from "#web/ui/errors/page-error.tsx";
import { HasPageContext } from "#web/product/shell/has-page-context.ts";

interface PageRoute {
  path: string;
  guard: RouteGuardRule;
  load: PageLoader;
}

// Each import lists what its page loads: one for the routes of the same file keeps those lists out of the first load.
const loadCustomerLogIn = () => import("#web/features/accounts/customer-log-in.page.tsx");
const loadReloadDocument = () => import("#web/reload-document.tsx");

const publicPages: readonly PageRoute[] = [
  {
    path: "/customer/commercial/login",
    guard: routeGuards.anyone,
    load: async () => (await loadCustomerLogIn()).CustomerLogInPage,
  },
  {
    path: "/customer/government/login",
    guard: routeGuards.anyone,
    load: async () => (await loadCustomerLogIn()).CustomerLogInPage,
  },
  {
    path: "/customer/school-college-university/login",
    guard: routeGuards.anyone,
    load: async () => (await loadCustomerLogIn()).CustomerLogInPage,
  },
  {
    path: "/partner-with-us",
    guard: routeGuards.anyone,
    load: async () =>
      isSharedDevice()
        ? (await import("#web/features/accounts/device-log-in.page.tsx")).DeviceLogInPage
        : (await import("#web/features/accounts/log-in.page.tsx")).LogInPage,
  },
  {
    path: "/pay/:token",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/payments/pay.page.tsx")).PayPage,
  },
];

function toFurtherPage(page: Omit<PageRoute, "load">): PageRoute {
  return { ...page, load: async () => (await import("#web/further-pages.ts")).loadFurtherPage(page.path) };
}

/** For admins who register a company or branch. */
const registrationPages: readonly PageRoute[] = [
  { path: "/company-register", guard: routeGuards.admin },
  { path: "/branch-register", guard: routeGuards.admin },
].map(toFurtherPage);

/** Under /:company/:branch/, for admins, published or not. */
const onboardingPages: readonly PageRoute[] = [
  { path: "application-correction", guard: routeGuards.admin },
  { path: "onboarding-form", guard: routeGuards.admin },
].map(toFurtherPage);

/** Platform console; loaders are in web/platform-pages.ts. */
const platformRoutes: readonly Omit<PageRoute, "load">[] = [
  { path: "/platform", guard: routeGuards.platform },
  { path: "/platform/companies", guard: { audience: "platform", can: "platform.review" } },
  { path: "/platform/companies/:id", guard: { audience: "platform", can: "platform.review" } },
  { path: "/platform/companies/create", guard: { audience: "platform", can: "platform.administer" } },
  { path: "/platform/people", guard: { audience: "platform", can: "account.assist" } },
  { path: "/platform/changes", guard: routeGuards.platform },
  { path: "/platform/areas", guard: routeGuards.platform },
  { path: "/platform/tags", guard: routeGuards.platform },
  { path: "/platform/vehicle-types", guard: routeGuards.platform },
  { path: "/platform/messages", guard: routeGuards.platform },
  { path: "/platform/ratings", guard: { audience: "platform", can: "rating.moderate" } },
  { path: "/platform/mistakes", guard: routeGuards.platform },
  { path: "/platform/settlement", guard: { audience: "platform", can: "settlement.read" } },
  { path: "/platform/security", guard: routeGuards.platform },
  { path: "/platform/operations", guard: routeGuards.platform },
  { path: "/platform/privacy", guard: routeGuards.platform },
  { path: "/platform/settings", guard: routeGuards.platform },
  { path: "/platform/review", guard: routeGuards.platform },
];

const platformPages: readonly PageRoute[] = platformRoutes.map((page) => ({
  ...page,
  load: async () => (await import("#web/platform-pages.ts")).loadPlatformPage(page.path),
}));

/** Documents of their own: the public site (web/site), and the valet customer's two pages (web/customer.tsx). */
const otherDocuments: readonly PageRoute[] = [
  "/",
  "/:company/:branch/valet-parking/customer/login",
  "/:company/:branch/valet-parking/customer/status",
  "/offers-and-promotions",
  "/:company/:branch/offers-and-promotions",
].map((path) => ({
  path,
  guard: routeGuards.anyone,
  load: async () => (await loadReloadDocument()).ReloadDocument,
}));

/** Pages that are opened by a link or from another page; loaders are in web/further-pages.ts. */
const linkedPages: readonly PageRoute[] = [
  { path: "/customer/reset-password", guard: routeGuards.anyone },
  { path: "/partner/reset-password", guard: routeGuards.anyone },
  { path: "/verification-page", guard: routeGuards.anyone },
  { path: "/email-change-request", guard: routeGuards.anyone },
  { path: "/staff-log-in", guard: routeGuards.anyone },
  { path: "/customer/registration", guard: routeGuards.anyone },
  { path: "/otp-authentication/:values", guard: routeGuards.anyone },
  { path: "/receipt/:token", guard: routeGuards.anyone },
  { path: "/invite", guard: routeGuards.anyone },
  { path: "/pass", guard: routeGuards.anyone },
  { path: "/visit", guard: routeGuards.anyone },
].map(toFurtherPage);

/** Further pages for everybody: texts, states, documentation; loaders are in web/further-pages.ts. */
const furtherPages: readonly PageRoute[] = [
  "/accept-invitation",
  "/my-pages",
  "/success-registration",
  "/pre-booking-rental",
  "/:user/terms-of-service",
  "/:user/about-us",
  "/:user/privacy-policy",
  "/:user/cookie-policy",
  "/:user/refund-policy",
  "/contact-us-for-business-affiliation",
  "/suggestions",
  "/how-to-use",
  "/docs",
  "/docs/examples",
  // Development page.
  "/design",
].map((path) => toFurtherPage({ path, guard: routeGuards.anyone }));

/** For customers who are logged in. Loaders are in web/customer-pages.ts. */
function toCustomerPage(path: string, guard: RouteGuardRule): PageRoute {
  return { path, guard, load: async () => (await import("#web/customer-pages.ts")).loadCustomerPage(path) };
}

/** {customerType} is commercial or gov. The home is an addition to §2. */
const customerPages: readonly PageRoute[] = [
  ...customerTypes.flatMap((type) =>
    ["home", "edit-account-details", "my-account", "pin-my-location", "parking-history", "invites"].map((page) =>
      toCustomerPage(`/${type}/${page}`, routeGuards.customer),
    ),
  ),
  ...["/commercial/saved-coupon", "/commercial/valet-parking-history"].map((path) =>
    toCustomerPage(path, routeGuards.commercialCustomer),
  ),
];

/** Addition to §2: pages whose only content is a form that the server accepts from gate staff only. */
const gateGuard = { ...routeGuards.parking, can: "gate.operate" } as const;
/** Pages of those who see the entries of the branch; employees see their own visitors only. */
const scanGuard = { ...routeGuards.parking, can: "gate.scan" } as const;
const valetSettingsGuard = { ...routeGuards.adminOrManager, service: "is_valet_and_parking" } as const;
const valetGateGuard = { ...routeGuards.valet, can: "gate.operate" } as const;

/** Under /:company/:branch/; loaders are in web/branch-pages.ts. */
const branchRoutes: readonly Omit<PageRoute, "load">[] = [
  { path: "home", guard: routeGuards.staff },
  { path: "approvals", guard: routeGuards.approver },
  { path: "parking/dashboard", guard: routeGuards.parking },
  { path: "parking/detail", guard: routeGuards.parking },
  { path: "parking/create", guard: gateGuard },
  { path: "select/entry", guard: gateGuard },
  { path: "parking/edit", guard: gateGuard },
  { path: "parking/lot-check", guard: gateGuard },
  { path: "parking/scan-parking-entry", guard: scanGuard },
  { path: "vehicle-search", guard: requireCapability("report.read") },
  { path: "offers/create", guard: routeGuards.offers },
  { path: "offers/edit", guard: routeGuards.offers },
  { path: "offers/manage", guard: routeGuards.offers },
  { path: "outbox", guard: requireCapability("message.manage") },
  { path: "settings", guard: routeGuards.staff },
  { path: "configurations/payments", guard: { audience: "partner", can: "payment.configure" } },
  { path: "reporting/cash", guard: requireCapability("report.read") },
  { path: "reporting/:menu", guard: requireCapability("report.read") },
  { path: "units", guard: routeGuards.adminOrManager },
  { path: "debts", guard: requireCapability("gate.operate") },
  { path: "reconciliation", guard: requireCapability("payment.configure") },
  { path: "unclear-payments", guard: requireCapability("payment.refund") },
  { path: "ratings", guard: requireCapability("rating.answer") },
  { path: "cash-shift", guard: requireCapability("cash.count") },
  { path: "configurations/valet-parking", guard: valetSettingsGuard },
  { path: "configurations/valet-parking/charges", guard: valetSettingsGuard },
  { path: "configurations/valet-parking/charges/edit", guard: valetSettingsGuard },
  { path: "configurations/parking/charges", guard: routeGuards.adminOrManager },
  { path: "configurations/parking/charges/edit", guard: routeGuards.adminOrManager },
  { path: "configurations/branch", guard: routeGuards.adminOrManager },
  { path: "configurations/branch/:edit", guard: routeGuards.adminOrManager },
  { path: "configurations/company", guard: routeGuards.adminPublished },
  { path: "configurations/security", guard: requireCapability("security.read") },
  { path: "configurations/:menu", guard: routeGuards.adminOrManager },
  { path: "configurations/:menu/:edit", guard: routeGuards.adminOrManager },
  { path: "vehicle-entry/create", guard: gateGuard },
  { path: "vehicle-entry/edit", guard: scanGuard },
  { path: "person-entry/create", guard: gateGuard },
  { path: "person-entry/edit", guard: scanGuard },
  { path: "passes", guard: scanGuard },
  { path: "invites", guard: routeGuards.parking },
  { path: "valet-parking/dashboard", guard: routeGuards.valet },
  { path: "valet-parking/detail", guard: routeGuards.valet },
  { path: "valet-parking/create", guard: valetGateGuard },
  { path: "valet-parking/cash", guard: routeGuards.valet },
  { path: "pre-booking/dashboard", guard: routeGuards.preBooking },
  { path: "pre-booking/create", guard: { ...routeGuards.preBooking, can: "gate.operate" } },
  { path: "configurations/pre-booking", guard: { ...routeGuards.adminOrManager, service: "is_pre_booking" } },
  { path: "account", guard: routeGuards.staff },
  { path: "integrations", guard: requireCapability("integration.manage") },
  { path: "webhooks", guard: requireCapability("integration.manage") },
  { path: "printers", guard: requireCapability("gate.operate") },
  { path: "valet-parking/scan-parking-entry", guard: valetGateGuard },
  { path: "generate-one-time-password", guard: valetGateGuard },
  { path: "vendor/faq", guard: routeGuards.staff },
  { path: "users/:menu", guard: requireCapability("people.manage") },
  { path: "users/create", guard: requireCapability("people.assign") },
  { path: "users/edit", guard: requireCapability("people.assign") },
  { path: "approver/create", guard: requireCapability("people.assign") },
  { path: "approver/edit", guard: requireCapability("people.assign") },
  { path: "staff/create", guard: requireCapability("people.manage") },
  { path: "staff/edit", guard: requireCapability("people.manage") },
  { path: "security-personal/create", guard: requireCapability("people.manage") },
  { path: "security-personal/edit", guard: requireCapability("people.manage") },
  { path: "employee/create", guard: requireCapability("people.manage") },
  { path: "employee/edit", guard: requireCapability("people.manage") },
];
const branchPages: readonly PageRoute[] = branchRoutes.map((page) => ({
  ...page,
  load: async () => (await import("#web/branch-pages.ts")).loadBranchPage(page.path),
}));

const pages = [
  publicPages,
  linkedPages,
  furtherPages,
  registrationPages,
  onboardingPages,
  platformPages,
  customerPages,
  branchPages,
].flat();
const paths = new Set(pages.map((page) => page.path));

/** 'parking/detail?id=7' matches 'parking/detail', 'users/staff' matches 'users/:menu'; '/platform' is outside a branch. */
function hasPage(page: string): boolean {
  const path = page.split("?", 1)[0] ?? "";
  return paths.has(path) || paths.has(path.replace(/\/[^/]+$/, "/:menu"));
}

function toRouteObject({ path, guard, load }: PageRoute): RouteObject {
  return { path, lazy: lazyPage({ guard, load }), ErrorBoundary: PageError };
}

function toBranchRoute(page: PageRoute): RouteObject {
  return toRouteObject({ ...page, path: `/:company/:branch/${page.path}` });
}

function RootWithPages() {
  return (
    <HasPageContext value={hasPage}>
      <RootLayout />
    </HasPageContext>
  );
}

export function createRouter() {
  return createBrowserRouter([
    {
      Component: RootWithPages,
      ErrorBoundary: PageError,
      HydrateFallback: () => null,
      children: [
        {
          Component: PublicLayout,
          children: [publicPages, linkedPages, otherDocuments, furtherPages, registrationPages, customerPages]
            .flat()
            .map(toRouteObject),
        },
        {
          lazy: async () => ({
            Component: await loadComponent(async () => (await import("#web/platform-layout.tsx")).PlatformRootLayout),
          }),
          children: platformPages.map(toRouteObject),
        },
        {
          lazy: async () => ({
            Component: await loadComponent(async () => (await import("#web/onboarding-layout.tsx")).OnboardingLayout),
          }),
          children: onboardingPages.map(toBranchRoute),
        },
        {
          lazy: async () => ({
            Component: await loadComponent(async () => (await import("#web/partner-layout.tsx")).PartnerLayout),
          }),
          // Full paths, so that a path of only two segments falls through to the catch-all route.
          children: branchPages.map(toBranchRoute),
        },
        toRouteObject(toFurtherPage({ path: "*", guard: routeGuards.anyone })),
      ],
    },
  ]);
}
