// §2: the code of the pages under /:company/:branch/, apart from their addresses (web/routes.tsx), which everybody loads first.
import type { LoadPage } from "#web/lazy-page.tsx";

const person: LoadPage = async () => (await import("#web/features/people/person.page.tsx")).PersonPage;

const loads: { readonly [path: string]: LoadPage } = {
  home: async () => (await import("#web/features/home/home.page.tsx")).HomePage,
  approvals: async () => (await import("#web/features/approvals/approvals.page.tsx")).ApprovalsPage,
  "parking/dashboard": async () => (await import("#web/features/parking/dashboard.page.tsx")).ParkingBoardPage,
  "parking/detail": async () => (await import("#web/features/parking/detail.page.tsx")).ParkingDetailPage,
  "parking/create": async () => (await import("#web/features/parking/create.page.tsx")).CheckInPage,
  "select/entry": async () => (await import("#web/features/entries/select-entry.page.tsx")).SelectEntryPage,
  "parking/edit": async () => (await import("#web/features/parking/edit.page.tsx")).EditParkingPage,
  "parking/scan-parking-entry": async () => (await import("#web/features/parking/scan.page.tsx")).ScanPage,
  "vehicle-search": async () =>
    (await import("#web/features/vehicle-search/vehicle-search.page.tsx")).VehicleSearchPage,
  outbox: async () => (await import("#web/features/outbox/outbox.page.tsx")).OutboxPage,
  "configurations/payments": async () => (await import("#web/features/payments/settings.page.tsx")).PaymentSettingsPage,
  "reporting/cash": async () => (await import("#web/features/cash/cash-day.page.tsx")).CashDayPage,
  "cash-shift": async () => (await import("#web/features/cash/shift.page.tsx")).ShiftPage,
  "configurations/valet-parking": async () =>
    (await import("#web/features/configuration/valet.page.tsx")).ValetConfigurationPage,
  "configurations/branch": async () =>
    (await import("#web/features/configuration/branch.page.tsx")).BranchConfigurationPage,
  "configurations/branch/:edit": async () =>
    (await import("#web/features/configuration/branch.page.tsx")).BranchPartPage,
  "configurations/company": async () =>
    (await import("#web/features/configuration/company.page.tsx")).CompanyConfigurationPage,
  "configurations/:menu": async () =>
    (await import("#web/features/configuration/configuration.page.tsx")).ConfigurationPage,
  "configurations/:menu/:edit": async () =>
    (await import("#web/features/configuration/configuration.page.tsx")).ConfigurationEditPage,
  "vehicle-entry/create": async () => (await import("#web/features/entries/vehicle-entry.page.tsx")).VehicleEntryPage,
  "vehicle-entry/edit": async () => (await import("#web/features/entries/edit-entry.page.tsx")).EditEntryPage,
  "person-entry/create": async () => (await import("#web/features/entries/person-entry.page.tsx")).PersonEntryPage,
  "person-entry/edit": async () => (await import("#web/features/entries/edit-entry.page.tsx")).EditEntryPage,
  passes: async () => (await import("#web/features/entries/passes.page.tsx")).PassesPage,
  invites: async () => (await import("#web/features/invites/invites.page.tsx")).InvitesPage,
  "valet-parking/dashboard": async () => (await import("#web/features/valet/dashboard.page.tsx")).ValetBoardPage,
  "valet-parking/detail": async () => (await import("#web/features/valet/detail.page.tsx")).ValetDetailPage,
  "valet-parking/create": async () => (await import("#web/features/valet/create.page.tsx")).TakeKeyPage,
  account: async () => (await import("#web/features/account/account.page.tsx")).AccountPage,
  integrations: async () => (await import("#web/features/integrations/integrations.page.tsx")).IntegrationsPage,
  "valet-parking/scan-parking-entry": async () => (await import("#web/features/valet/scan.page.tsx")).ScanTicketPage,
  "generate-one-time-password": async () =>
    (await import("#web/features/valet/one-time-password.page.tsx")).OneTimePasswordPage,
  "vendor/faq": async () => (await import("#web/features/help/faq.page.tsx")).FaqPage,
  "users/:menu": async () => (await import("#web/features/people/people.page.tsx")).PeoplePage,
  "users/create": person,
  "users/edit": person,
  "approver/create": person,
  "approver/edit": person,
  "staff/create": person,
  "staff/edit": person,
  "security-personal/create": person,
  "security-personal/edit": person,
  "employee/create": person,
  "employee/edit": person,
};

export function loadBranchPage(path: string): ReturnType<LoadPage> {
  return loads[path]!();
}
