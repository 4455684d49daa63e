// §2: loaders of pages that are seldom opened first: links, registration, texts and documentation, separate from the route table
// (web/routes.tsx), which is in the first bundle.
import type { PageLoader } from "#web/lazy-page.tsx";

const loadResetPassword = () => import("#web/features/accounts/reset-password.page.tsx");
const loadEmailLink = () => import("#web/features/accounts/email-link.page.tsx");
const loadRegister = () => import("#web/features/onboarding/register.page.tsx");
const loadLegal = () => import("#web/features/legal/legal.page.tsx");
const loadEnquiry = () => import("#web/features/legal/enquiry.page.tsx");

const pageLoaders: { readonly [path: string]: PageLoader } = {
  "/customer/reset-password": async () => (await loadResetPassword()).ResetPasswordPage,
  "/partner/reset-password": async () => (await loadResetPassword()).ResetPasswordPage,
  "/verification-page": async () => (await loadEmailLink()).EmailLinkPage,
  "/email-change-request": async () => (await loadEmailLink()).EmailLinkPage,
  "/staff-log-in": async () => (await import("#web/features/accounts/staff-log-in.page.tsx")).StaffLogInPage,
  "/company-register": async () => (await loadRegister()).CompanyRegisterPage,
  "/branch-register": async () => (await loadRegister()).BranchRegisterPage,
  "application-correction": async () =>
    (await import("#web/features/onboarding/correction.page.tsx")).ApplicationCorrectionPage,
  "onboarding-form": async () =>
    (await import("#web/features/onboarding/onboarding-status.page.tsx")).OnboardingStatusPage,
  "/customer/registration": async () =>
    (await import("#web/features/accounts/customer-registration.page.tsx")).CustomerRegistrationPage,
  "/otp-authentication/:values": async () =>
    (await import("#web/features/accounts/one-time-code.page.tsx")).OneTimeCodePage,
  "/receipt/:token": async () => (await import("#web/features/payments/receipt.page.tsx")).ReceiptPage,
  "/invite": async () => (await import("#web/features/invites/visitor-invite.page.tsx")).VisitorInvitePage,
  "/pass": async () => (await import("#web/features/passes/holder-pass.page.tsx")).HolderPassPage,
  "/visit": async () => (await import("#web/features/visitors/visit-request.page.tsx")).VisitRequestPage,
  "/accept-invitation": async () =>
    (await import("#web/features/accounts/accept-invitation.page.tsx")).AcceptInvitationPage,
  "/my-pages": async () => (await import("#web/features/accounts/my-pages.page.tsx")).MyPagesPage,
  "/success-registration": async () =>
    (await import("#web/features/onboarding/registration-status.page.tsx")).RegistrationStatusPage,
  "/pre-booking-rental": async () =>
    (await import("#web/features/pre-booking/pre-booking-rental.page.tsx")).PreBookingRentalPage,
  "/:user/terms-of-service": async () => (await loadLegal()).TermsPage,
  "/:user/about-us": async () => (await loadLegal()).AboutPage,
  "/:user/privacy-policy": async () => (await loadLegal()).PrivacyPage,
  "/:user/cookie-policy": async () => (await loadLegal()).CookiePage,
  "/:user/refund-policy": async () => (await loadLegal()).RefundPage,
  "/contact-us-for-business-affiliation": async () => (await loadEnquiry()).BusinessEnquiryPage,
  "/suggestions": async () => (await loadEnquiry()).SuggestionsPage,
  "/how-to-use": async () => (await import("#web/features/legal/how-to-use.page.tsx")).HowToUsePage,
  "/docs": async () => (await import("#web/features/reference/api-reference.page.tsx")).ApiReferencePage,
  "/docs/examples": async () => (await import("#web/features/reference/examples.page.tsx")).ExamplesPage,
  "*": async () => (await import("#web/unknown-path.tsx")).UnknownPath,
  "/design": async () => (await import("#web/features/design/design.page.tsx")).DesignPage,
};

export function loadFurtherPage(path: string): ReturnType<PageLoader> {
  return pageLoaders[path]!();
}
