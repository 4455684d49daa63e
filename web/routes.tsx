// §2: route table in the specification's order, with guards. Contains only routes whose page exists.
import { createBrowserRouter } from "react-router";
import type { RouteObject } from "react-router";
import { PublicLayout, RootLayout } from "#web/layouts.tsx";
import { requireCapability, routeGuards } from "#web/route-guards.ts";
import type { RouteGuardRule } from "#web/route-guards.ts";
import { isSharedDevice } from "#web/api/tokens/access-token.ts";
import { lazyPage } from "#web/lazy-page.tsx";
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
const loadResetPassword = () => import("#web/features/accounts/reset-password.page.tsx");
const loadEmailLink = () => import("#web/features/accounts/email-link.page.tsx");
const loadLegal = () => import("#web/features/legal/legal.page.tsx");
const loadEnquiry = () => import("#web/features/legal/enquiry.page.tsx");
const loadReloadDocument = () => import("#web/ui/errors/reload-document.tsx");
const loadMyAccount = () => import("#web/features/accounts/settings/my-account.page.tsx");
const loadRegister = () => import("#web/features/onboarding/register.page.tsx");
const loadCustomerHistory = () => import("#web/features/invites/customer-parking-history.page.tsx");

const publicPages: readonly PageRoute[] = [
  {
    path: "/pre-booking-rental",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/pre-booking/pre-booking-rental.page.tsx")).PreBookingRentalPage,
  },
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
    path: "/customer/registration",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/accounts/customer-registration.page.tsx")).CustomerRegistrationPage,
  },
  {
    path: "/customer/reset-password",
    guard: routeGuards.anyone,
    load: async () => (await loadResetPassword()).ResetPasswordPage,
  },
  {
    path: "/partner/reset-password",
    guard: routeGuards.anyone,
    load: async () => (await loadResetPassword()).ResetPasswordPage,
  },
  {
    path: "/otp-authentication/:values",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/accounts/one-time-code.page.tsx")).OneTimeCodePage,
  },
  {
    path: "/verification-page",
    guard: routeGuards.anyone,
    load: async () => (await loadEmailLink()).EmailLinkPage,
  },
  {
    path: "/email-change-request",
    guard: routeGuards.anyone,
    load: async () => (await loadEmailLink()).EmailLinkPage,
  },
  {
    path: "/accept-invitation",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/accounts/accept-invitation.page.tsx")).AcceptInvitationPage,
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
    path: "/my-pages",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/accounts/my-pages.page.tsx")).MyPagesPage,
  },
  {
    path: "/staff-log-in",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/accounts/staff-log-in.page.tsx")).StaffLogInPage,
  },
  {
    path: "/success-registration",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/onboarding/registration-status.page.tsx")).RegistrationStatusPage,
  },
  {
    path: "/:user/terms-of-service",
    guard: routeGuards.anyone,
    load: async () => (await loadLegal()).TermsPage,
  },
  {
    path: "/:user/about-us",
    guard: routeGuards.anyone,
    load: async () => (await loadLegal()).AboutPage,
  },
  {
    path: "/:user/privacy-policy",
    guard: routeGuards.anyone,
    load: async () => (await loadLegal()).PrivacyPage,
  },
  {
    path: "/:user/cookie-policy",
    guard: routeGuards.anyone,
    load: async () => (await loadLegal()).CookiePage,
  },
  {
    path: "/:user/refund-policy",
    guard: routeGuards.anyone,
    load: async () => (await loadLegal()).RefundPage,
  },
  {
    path: "/contact-us-for-business-affiliation",
    guard: routeGuards.anyone,
    load: async () => (await loadEnquiry()).BusinessEnquiryPage,
  },
  {
    path: "/suggestions",
    guard: routeGuards.anyone,
    load: async () => (await loadEnquiry()).SuggestionsPage,
  },
  {
    path: "/how-to-use",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/legal/how-to-use.page.tsx")).HowToUsePage,
  },
  // Documents of their own: the public site (web/site), and the valet customer's two pages (web/customer.tsx).
  {
    path: "/",
    guard: routeGuards.anyone,
    load: async () => (await loadReloadDocument()).ReloadDocument,
  },
  {
    path: "/:company/:branch/valet-parking/customer/login",
    guard: routeGuards.anyone,
    load: async () => (await loadReloadDocument()).ReloadDocument,
  },
  {
    path: "/:company/:branch/valet-parking/customer/status",
    guard: routeGuards.anyone,
    load: async () => (await loadReloadDocument()).ReloadDocument,
  },
  {
    path: "/commercial/valet-parking-history",
    guard: routeGuards.customer,
    load: async () =>
      (await import("#web/features/valet/customer/customer-ticket-history.page.tsx")).CustomerTicketHistoryPage,
  },
  {
    path: "/commercial/my-account",
    guard: routeGuards.customer,
    load: async () => (await loadMyAccount()).MyAccountPage,
  },
  {
    path: "/gov/my-account",
    guard: routeGuards.customer,
    load: async () => (await loadMyAccount()).MyAccountPage,
  },
  {
    path: "/docs",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/reference/api-reference.page.tsx")).ApiReferencePage,
  },
  {
    path: "/docs/examples",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/reference/examples.page.tsx")).ExamplesPage,
  },
  {
    path: "/pay/:token",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/payments/pay.page.tsx")).PayPage,
  },
  {
    path: "/receipt/:token",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/payments/receipt.page.tsx")).ReceiptPage,
  },
  {
    path: "/invite",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/invites/visitor-invite.page.tsx")).VisitorInvitePage,
  },
  {
    path: "/pass",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/passes/holder-pass.page.tsx")).HolderPassPage,
  },
  {
    path: "/visit",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/visitors/visit-request.page.tsx")).VisitRequestPage,
  },
  // Development page.
  {
    path: "/design",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/features/design/design.page.tsx")).DesignPage,
  },
  {
    path: "*",
    guard: routeGuards.anyone,
    load: async () => (await import("#web/ui/errors/not-found.page.tsx")).NotFoundPage,
  },
];

/** For admins who register a company or branch. */
const registrationPages: readonly PageRoute[] = [
  {
    path: "/company-register",
    guard: routeGuards.admin,
    load: async () => (await loadRegister()).CompanyRegisterPage,
  },
  {
    path: "/branch-register",
    guard: routeGuards.admin,
    load: async () => (await loadRegister()).BranchRegisterPage,
  },
];

/** Under /:company/:branch/, for admins, published or not. */
const onboardingPages: readonly PageRoute[] = [
  {
    path: "application-correction",
    guard: routeGuards.admin,
    load: async () => (await import("#web/features/onboarding/correction.page.tsx")).ApplicationCorrectionPage,
  },
  {
    path: "onboarding-form",
    guard: routeGuards.admin,
    load: async () => (await import("#web/features/onboarding/onboarding-status.page.tsx")).OnboardingStatusPage,
  },
];

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

const loadHistoryPage: PageLoader = async () => (await loadCustomerHistory()).CustomerParkingHistoryPage;
const loadInvitesPage: PageLoader = async () => (await loadCustomerHistory()).CustomerInvitesPage;

const loadEditAccountPage: PageLoader = async () =>
  (await import("#web/features/accounts/settings/edit-account.page.tsx")).EditAccountPage;
const loadPlacesPage: PageLoader = async () =>
  (await import("#web/features/customers/pin-my-location.page.tsx")).PinMyLocationPage;
const loadHomePage: PageLoader = async () =>
  (await import("#web/features/customers/customer-home.page.tsx")).CustomerHomePage;

/** For customers who are logged in; {customerType} is commercial or gov. The home is an addition to §2. */
const customerPages: readonly PageRoute[] = [
  { path: "/commercial/home", guard: routeGuards.customer, load: loadHomePage },
  { path: "/gov/home", guard: routeGuards.customer, load: loadHomePage },
  { path: "/commercial/edit-account-details", guard: routeGuards.customer, load: loadEditAccountPage },
  { path: "/gov/edit-account-details", guard: routeGuards.customer, load: loadEditAccountPage },
  { path: "/commercial/pin-my-location", guard: routeGuards.customer, load: loadPlacesPage },
  { path: "/gov/pin-my-location", guard: routeGuards.customer, load: loadPlacesPage },
  { path: "/commercial/parking-history", guard: routeGuards.customer, load: loadHistoryPage },
  { path: "/gov/parking-history", guard: routeGuards.customer, load: loadHistoryPage },
  { path: "/commercial/invites", guard: routeGuards.customer, load: loadInvitesPage },
  { path: "/gov/invites", guard: routeGuards.customer, load: loadInvitesPage },
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
  { path: "account", guard: routeGuards.staff },
  { path: "integrations", guard: requireCapability("integration.manage") },
  { path: "webhooks", guard: requireCapability("integration.manage") },
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

const pages = [publicPages, registrationPages, onboardingPages, platformPages, customerPages, branchPages].flat();
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
          children: [publicPages, registrationPages, platformPages, customerPages].flat().map(toRouteObject),
        },
        {
          lazy: async () => ({ Component: (await import("#web/onboarding-layout.tsx")).OnboardingLayout }),
          children: onboardingPages.map(toBranchRoute),
        },
        {
          lazy: async () => ({ Component: (await import("#web/partner-layout.tsx")).PartnerLayout }),
          // Full paths, so that a path of only two segments falls through to the catch-all route.
          children: branchPages.map(toBranchRoute),
        },
      ],
    },
  ]);
}
