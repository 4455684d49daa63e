// §2: every address, in the specification's order, with its guard. An address is here when its page exists.
import { createBrowserRouter } from "react-router";
import type { RouteObject } from "react-router";
import { Public, Root } from "#web/frames.tsx";
import { guards } from "#web/guards.ts";
import type { Guard } from "#web/guards.ts";
import { lazyPage } from "#web/lazy-page.tsx";
import type { LoadPage } from "#web/lazy-page.tsx";
import { PageFailed } from "#web/ui/page-failed.tsx";
import { PagesContext } from "#web/ui/shell/pages-context.ts";

interface PageRoute {
  path: string;
  guard: Guard;
  load: LoadPage;
}

const publicPages: readonly PageRoute[] = [
  {
    path: "/",
    guard: guards.anyone,
    load: async () => (await import("#web/features/landing/landing.page.tsx")).LandingPage,
  },
  {
    path: "/pre-booking-rental",
    guard: guards.anyone,
    load: async () => (await import("#web/features/pre-booking/pre-booking-rental.page.tsx")).PreBookingRentalPage,
  },
  {
    path: "/customer/commercial/login",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/customer-log-in.page.tsx")).CustomerLogInPage,
  },
  {
    path: "/customer/government/login",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/customer-log-in.page.tsx")).CustomerLogInPage,
  },
  {
    path: "/customer/school-college-university/login",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/customer-log-in.page.tsx")).CustomerLogInPage,
  },
  {
    path: "/customer/registration",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/registration.page.tsx")).RegistrationPage,
  },
  {
    path: "/customer/reset-password",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/reset-password.page.tsx")).ResetPasswordPage,
  },
  {
    path: "/partner/reset-password",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/reset-password.page.tsx")).ResetPasswordPage,
  },
  {
    path: "/otp-authentication/:values",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/one-time-code.page.tsx")).OneTimeCodePage,
  },
  {
    path: "/verification-page",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/email-link.page.tsx")).EmailLinkPage,
  },
  {
    path: "/email-change-request",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/email-link.page.tsx")).EmailLinkPage,
  },
  {
    path: "/accept-invitation",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/accept-invitation.page.tsx")).AcceptInvitationPage,
  },
  {
    path: "/partner-with-us",
    guard: guards.anyone,
    load: async () => (await import("#web/features/log-in/log-in.page.tsx")).LogInPage,
  },
  {
    path: "/success-registration",
    guard: guards.anyone,
    load: async () => (await import("#web/features/onboarding/success.page.tsx")).SuccessRegistrationPage,
  },
  {
    path: "/:user/terms-of-service",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/legal.page.tsx")).TermsPage,
  },
  {
    path: "/:user/about-us",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/legal.page.tsx")).AboutPage,
  },
  {
    path: "/:user/privacy-policy",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/legal.page.tsx")).PrivacyPage,
  },
  {
    path: "/:user/cookie-policy",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/legal.page.tsx")).CookiePage,
  },
  {
    path: "/:user/refund-policy",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/legal.page.tsx")).RefundPage,
  },
  {
    path: "/contact-us-for-business-affiliation",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/enquiry.page.tsx")).BusinessPage,
  },
  {
    path: "/suggestions",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/enquiry.page.tsx")).SuggestionsPage,
  },
  {
    path: "/how-to-use",
    guard: guards.anyone,
    load: async () => (await import("#web/features/legal/how-to-use.page.tsx")).HowToUsePage,
  },
  // These two are documents of their own (web/customer.tsx).
  {
    path: "/:company/:branch/valet-parking/customer/login",
    guard: guards.anyone,
    load: async () => (await import("#web/ui/other-document.tsx")).OtherDocument,
  },
  {
    path: "/:company/:branch/valet-parking/customer/status",
    guard: guards.anyone,
    load: async () => (await import("#web/ui/other-document.tsx")).OtherDocument,
  },
  {
    path: "/commercial/valet-parking-history",
    guard: guards.customer,
    load: async () => (await import("#web/features/valet/customer-history.page.tsx")).CustomerValetHistoryPage,
  },
  {
    path: "/commercial/my-account",
    guard: guards.customer,
    load: async () => (await import("#web/features/account/my-account.page.tsx")).MyAccountPage,
  },
  {
    path: "/gov/my-account",
    guard: guards.customer,
    load: async () => (await import("#web/features/account/my-account.page.tsx")).MyAccountPage,
  },
  {
    path: "/docs",
    guard: guards.anyone,
    load: async () => (await import("#web/features/reference/reference.page.tsx")).ReferencePage,
  },
  {
    path: "/pay/:token",
    guard: guards.anyone,
    load: async () => (await import("#web/features/payments/pay.page.tsx")).PayPage,
  },
  {
    path: "/receipt/:token",
    guard: guards.anyone,
    load: async () => (await import("#web/features/payments/receipt.page.tsx")).ReceiptPage,
  },
  {
    path: "/invite",
    guard: guards.anyone,
    load: async () => (await import("#web/features/invites/visitor.page.tsx")).VisitorInvitePage,
  },
  { path: "*", guard: guards.anyone, load: async () => (await import("#web/ui/not-found.page.tsx")).NotFoundPage },
];

/** For admins whose company or branch is still to be made. */
const registrationPages: readonly PageRoute[] = [
  {
    path: "/company-register",
    guard: guards.admin,
    load: async () => (await import("#web/features/onboarding/register.page.tsx")).CompanyRegisterPage,
  },
  {
    path: "/branch-register",
    guard: guards.admin,
    load: async () => (await import("#web/features/onboarding/register.page.tsx")).BranchRegisterPage,
  },
];

/** Under /:company/:branch/, for admins, published or not. */
const applicationPages: readonly PageRoute[] = [
  {
    path: "application-correction",
    guard: guards.admin,
    load: async () => (await import("#web/features/onboarding/correction.page.tsx")).ApplicationCorrectionPage,
  },
  {
    path: "onboarding-form",
    guard: guards.admin,
    load: async () => (await import("#web/features/onboarding/onboarding-form.page.tsx")).OnboardingFormPage,
  },
];

/** The platform's own desk. */
const platformPages: readonly PageRoute[] = [
  {
    path: "/platform",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/desk.page.tsx")).DeskPage,
  },
  {
    path: "/platform/changes",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/changes.page.tsx")).ChangesPage,
  },
  {
    path: "/platform/areas",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/areas.page.tsx")).AreasPage,
  },
  {
    path: "/platform/tags",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/tags.page.tsx")).TagsPage,
  },
  {
    path: "/platform/vehicle-types",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/vehicle-types.page.tsx")).VehicleTypesPage,
  },
  {
    path: "/platform/messages",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/messages.page.tsx")).MessagesPage,
  },
  {
    path: "/platform/settings",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/settings.page.tsx")).SettingsPage,
  },
  {
    path: "/platform/review",
    guard: guards.platform,
    load: async () => (await import("#web/features/platform/review.page.tsx")).ReviewPage,
  },
];

const history: LoadPage = async () => (await import("#web/features/invites/customer.page.tsx")).ParkingHistoryPage;
const invites: LoadPage = async () => (await import("#web/features/invites/customer.page.tsx")).CustomerInvitesPage;

/** For customers who are logged in; {customerType} is commercial or gov. */
const customerPages: readonly PageRoute[] = [
  { path: "/commercial/parking-history", guard: guards.customer, load: history },
  { path: "/gov/parking-history", guard: guards.customer, load: history },
  { path: "/commercial/invites", guard: guards.customer, load: invites },
  { path: "/gov/invites", guard: guards.customer, load: invites },
];

/** Under /:company/:branch/: web/branch-pages.ts has their code. */
const branchAddresses: readonly Omit<PageRoute, "load">[] = [
  { path: "home", guard: guards.staff },
  { path: "approvals", guard: guards.approver },
  { path: "parking/dashboard", guard: guards.parking },
  { path: "parking/detail", guard: guards.parking },
  { path: "parking/create", guard: guards.parking },
  { path: "select/entry", guard: guards.parking },
  { path: "parking/edit", guard: guards.parking },
  { path: "parking/scan-parking-entry", guard: guards.parking },
  { path: "vehicle-search", guard: guards.adminOrManager },
  { path: "outbox", guard: guards.adminOrManager },
  { path: "configurations/payments", guard: guards.admin },
  { path: "reporting/cash", guard: guards.adminOrManager },
  { path: "cash-shift", guard: guards.staff },
  { path: "configurations/valet-parking", guard: { ...guards.adminOrManager, service: "is_valet_and_parking" } },
  { path: "configurations/branch", guard: guards.adminOrManager },
  { path: "configurations/branch/:edit", guard: guards.adminOrManager },
  { path: "configurations/company", guard: guards.adminPublished },
  { path: "configurations/:menu", guard: guards.adminOrManager },
  { path: "configurations/:menu/:edit", guard: guards.adminOrManager },
  { path: "vehicle-entry/create", guard: guards.parking },
  { path: "vehicle-entry/edit", guard: guards.parking },
  { path: "person-entry/create", guard: guards.parking },
  { path: "person-entry/edit", guard: guards.parking },
  { path: "passes", guard: guards.parking },
  { path: "invites", guard: guards.parking },
  { path: "valet-parking/dashboard", guard: guards.valet },
  { path: "valet-parking/detail", guard: guards.valet },
  { path: "valet-parking/create", guard: guards.valet },
  { path: "account", guard: guards.staff },
  { path: "integrations", guard: guards.adminPublished },
  { path: "valet-parking/scan-parking-entry", guard: guards.valet },
  { path: "generate-one-time-password", guard: guards.valet },
  { path: "vendor/faq", guard: guards.staff },
  { path: "users/:menu", guard: guards.adminOrManager },
  { path: "users/create", guard: guards.adminPublished },
  { path: "users/edit", guard: guards.adminPublished },
  { path: "approver/create", guard: guards.adminPublished },
  { path: "approver/edit", guard: guards.adminPublished },
  { path: "staff/create", guard: guards.adminOrManager },
  { path: "staff/edit", guard: guards.adminOrManager },
  { path: "security-personal/create", guard: guards.adminOrManager },
  { path: "security-personal/edit", guard: guards.adminOrManager },
  { path: "employee/create", guard: guards.adminOrManager },
  { path: "employee/edit", guard: guards.adminOrManager },
];
const branchPages: readonly PageRoute[] = branchAddresses.map((page) => ({
  ...page,
  load: async () => (await import("#web/branch-pages.ts")).loadBranchPage(page.path),
}));

const pages = [publicPages, registrationPages, applicationPages, platformPages, customerPages, branchPages].flat();
const paths = new Set(pages.map((page) => page.path));

/** 'parking/detail?id=7' asks for 'parking/detail'; 'users/staff' is answered by 'users/:menu'; '/platform' stands outside a branch. */
function hasPage(page: string): boolean {
  const path = page.split("?", 1)[0] ?? "";
  return paths.has(path) || paths.has(path.replace(/\/[^/]+$/, "/:menu"));
}

function routeOf({ path, guard, load }: PageRoute): RouteObject {
  return { path, lazy: lazyPage({ guard, load }), ErrorBoundary: PageFailed };
}

function inBranch(page: PageRoute): RouteObject {
  return routeOf({ ...page, path: `/:company/:branch/${page.path}` });
}

function RootWithPages() {
  return (
    <PagesContext value={hasPage}>
      <Root />
    </PagesContext>
  );
}

export function makeRouter() {
  return createBrowserRouter([
    {
      Component: RootWithPages,
      ErrorBoundary: PageFailed,
      HydrateFallback: () => null,
      children: [
        {
          Component: Public,
          children: [publicPages, registrationPages, platformPages, customerPages].flat().map(routeOf),
        },
        {
          lazy: async () => ({ Component: (await import("#web/application-frame.tsx")).Application }),
          children: applicationPages.map(inBranch),
        },
        {
          lazy: async () => ({ Component: (await import("#web/partner-frame.tsx")).Partner }),
          // Each with its whole path, so that an address of two segments alone is left to the catch-all.
          children: branchPages.map(inBranch),
        },
      ],
    },
  ]);
}
