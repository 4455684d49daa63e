// §2: loaders of the pages of the platform console, separate from the route table (web/routes.tsx), which is in the first
// bundle.
import type { PageLoader } from "#web/lazy-page.tsx";

const pageLoaders: { readonly [path: string]: PageLoader } = {
  "/platform": async () => (await import("#web/features/platform/review/review-queue.page.tsx")).ReviewQueuePage,
  "/platform/companies": async () =>
    (await import("#web/features/platform/companies/companies.page.tsx")).CompaniesPage,
  "/platform/companies/:id": async () =>
    (await import("#web/features/platform/companies/company.page.tsx")).CompanyPage,
  "/platform/companies/create": async () =>
    (await import("#web/features/platform/create-company.page.tsx")).CreateCompanyPage,
  "/platform/people": async () => (await import("#web/features/platform/people/people.page.tsx")).PlatformPeoplePage,
  "/platform/changes": async () => (await import("#web/features/platform/change-requests.page.tsx")).ChangeRequestsPage,
  "/platform/areas": async () => (await import("#web/features/platform/areas.page.tsx")).AreasPage,
  "/platform/tags": async () => (await import("#web/features/platform/tags.page.tsx")).TagsPage,
  "/platform/vehicle-types": async () =>
    (await import("#web/features/platform/vehicle-types.page.tsx")).VehicleTypesPage,
  "/platform/messages": async () => (await import("#web/features/platform/enquiries.page.tsx")).EnquiriesPage,
  "/platform/ratings": async () => (await import("#web/features/platform/ratings.page.tsx")).ReportedRatingsPage,
  "/platform/mistakes": async () => (await import("#web/features/platform/mistakes.page.tsx")).MistakesPage,
  "/platform/settlement": async () =>
    (await import("#web/features/platform/settlement/settlement.page.tsx")).SettlementPage,
  "/platform/security": async () =>
    (await import("#web/features/platform/platform-security-log.page.tsx")).PlatformSecurityLogPage,
  "/platform/operations": async () => (await import("#web/features/platform/operations.page.tsx")).OperationsPage,
  "/platform/privacy": async () => (await import("#web/features/platform/personal-data.page.tsx")).PersonalDataPage,
  "/platform/settings": async () =>
    (await import("#web/features/platform/platform-settings.page.tsx")).PlatformSettingsPage,
  "/platform/review": async () =>
    (await import("#web/features/platform/review/submission-review.page.tsx")).SubmissionReviewPage,
};

export function loadPlatformPage(path: string): ReturnType<PageLoader> {
  return pageLoaders[path]!();
}
