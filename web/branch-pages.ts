// §2: loaders of the pages under /:company/:branch/, separate from the route table (web/routes.tsx), which is in the first bundle.
import type { PageLoader } from "#web/lazy-page.tsx";

const loadPersonPage: PageLoader = async () => (await import("#web/features/people/person.page.tsx")).PersonPage;

const pageLoaders: { readonly [path: string]: PageLoader } = {
  home: async () => (await import("#web/features/home/home.page.tsx")).HomePage,
  approvals: async () => (await import("#web/features/approvals/approvals.page.tsx")).ApprovalsPage,
  "parking/dashboard": async () =>
    (await import("#web/features/parking/board/parking-board.page.tsx")).ParkingBoardPage,
  "parking/detail": async () => (await import("#web/features/parking/entry-detail.page.tsx")).EntryDetailPage,
  "parking/create": async () => (await import("#web/features/parking/check-in/check-in.page.tsx")).CheckInPage,
  "select/entry": async () => (await import("#web/features/passes/select-entry-type.page.tsx")).SelectEntryTypePage,
  "parking/edit": async () => (await import("#web/features/parking/edit-entry.page.tsx")).EditEntryPage,
  "parking/lot-check": async () => (await import("#web/features/parking/lot-check/lot-check.page.tsx")).LotCheckPage,
  "parking/scan-parking-entry": async () => (await import("#web/features/parking/scan-entry.page.tsx")).ScanEntryPage,
  "vehicle-search": async () =>
    (await import("#web/features/parking/search/vehicle-search.page.tsx")).VehicleSearchPage,
  "offers/manage": async () => (await import("#web/features/offers/offers.page.tsx")).OffersPage,
  "offers/create": async () => (await import("#web/features/offers/offer.page.tsx")).CreateOfferPage,
  "offers/edit": async () => (await import("#web/features/offers/offer.page.tsx")).EditOfferPage,
  outbox: async () => (await import("#web/features/messages/outbox.page.tsx")).OutboxPage,
  settings: async () => (await import("#web/features/branches/settings.page.tsx")).SettingsPage,
  "configurations/payments": async () =>
    (await import("#web/features/payments/payment-settings.page.tsx")).PaymentSettingsPage,
  "reporting/cash": async () => (await import("#web/features/cash/daily-cash.page.tsx")).DailyCashPage,
  "reporting/:menu": async () => (await import("#web/features/reports/reports.page.tsx")).ReportsPage,
  units: async () => (await import("#web/features/visitors/units.page.tsx")).UnitsPage,
  debts: async () => (await import("#web/features/debts/debts.page.tsx")).DebtsPage,
  reconciliation: async () =>
    (await import("#web/features/payments/reconciliation/reconciliation.page.tsx")).ReconciliationPage,
  "unclear-payments": async () =>
    (await import("#web/features/payments/unclear/unclear-payments.page.tsx")).UnclearPaymentsPage,
  ratings: async () => (await import("#web/features/ratings/ratings.page.tsx")).RatingsPage,
  "cash-shift": async () => (await import("#web/features/cash/shift.page.tsx")).ShiftPage,
  "configurations/valet-parking": async () =>
    (await import("#web/features/branches/valet-settings.page.tsx")).ValetSettingsPage,
  "configurations/parking/charges": async () =>
    (await import("#web/features/tariffs/tariff.page.tsx")).ParkingTariffPage,
  "configurations/parking/charges/edit": async () =>
    (await import("#web/features/tariffs/tariff-editor.page.tsx")).ParkingTariffEditorPage,
  "configurations/valet-parking/charges": async () =>
    (await import("#web/features/tariffs/tariff.page.tsx")).ValetTariffPage,
  "configurations/valet-parking/charges/edit": async () =>
    (await import("#web/features/tariffs/tariff-editor.page.tsx")).ValetTariffEditorPage,
  "configurations/branch": async () => (await import("#web/features/branches/branch.page.tsx")).BranchSettingsPage,
  "configurations/branch/:edit": async () => (await import("#web/features/branches/branch.page.tsx")).BranchSectionPage,
  "configurations/company": async () => (await import("#web/features/branches/company.page.tsx")).CompanySettingsPage,
  "configurations/security": async () =>
    (await import("#web/features/branches/security-log.page.tsx")).CompanySecurityLogPage,
  "configurations/:menu": async () =>
    (await import("#web/features/branches/parking-settings.page.tsx")).ParkingSettingsPage,
  "configurations/:menu/:edit": async () =>
    (await import("#web/features/branches/parking-settings.page.tsx")).ParkingSettingsSectionPage,
  "vehicle-entry/create": async () =>
    (await import("#web/features/passes/new-vehicle-entry.page.tsx")).NewVehicleEntryPage,
  "vehicle-entry/edit": async () =>
    (await import("#web/features/passes/edit-visitor-record.page.tsx")).EditVisitorRecordPage,
  "person-entry/create": async () =>
    (await import("#web/features/passes/new-person-entry.page.tsx")).NewPersonEntryPage,
  "person-entry/edit": async () =>
    (await import("#web/features/passes/edit-visitor-record.page.tsx")).EditVisitorRecordPage,
  passes: async () => (await import("#web/features/passes/passes.page.tsx")).PassesPage,
  invites: async () => (await import("#web/features/invites/invites.page.tsx")).InvitesPage,
  "pre-booking/dashboard": async () => (await import("#web/features/pre-booking/bookings.page.tsx")).BookingsPage,
  "pre-booking/create": async () => (await import("#web/features/pre-booking/new-booking.page.tsx")).NewBookingPage,
  "configurations/pre-booking": async () =>
    (await import("#web/features/pre-booking/booking-settings.page.tsx")).BookingSettingsPage,
  "valet-parking/dashboard": async () => (await import("#web/features/valet/valet-board.page.tsx")).ValetBoardPage,
  "valet-parking/detail": async () => (await import("#web/features/valet/ticket-detail.page.tsx")).TicketDetailPage,
  "valet-parking/create": async () =>
    (await import("#web/features/valet/new-ticket/new-ticket.page.tsx")).NewTicketPage,
  "valet-parking/cash": async () => (await import("#web/features/valet/tips/valet-cash.page.tsx")).ValetCashPage,
  account: async () => (await import("#web/features/accounts/settings/account.page.tsx")).AccountPage,
  integrations: async () => (await import("#web/features/integrations/api-tokens.page.tsx")).ApiTokensPage,
  webhooks: async () => (await import("#web/features/integrations/webhooks.page.tsx")).WebhooksPage,
  printers: async () => (await import("#web/features/printing/printers.page.tsx")).PrintersPage,
  "valet-parking/scan-parking-entry": async () =>
    (await import("#web/features/valet/scan-ticket.page.tsx")).ScanTicketPage,
  "generate-one-time-password": async () =>
    (await import("#web/features/valet/reissue-handover-code.page.tsx")).ReissueHandoverCodePage,
  "vendor/faq": async () => (await import("#web/features/help/faq.page.tsx")).FaqPage,
  "users/:menu": async () => (await import("#web/features/people/people.page.tsx")).PeoplePage,
  "users/create": loadPersonPage,
  "users/edit": loadPersonPage,
  "approver/create": loadPersonPage,
  "approver/edit": loadPersonPage,
  "staff/create": loadPersonPage,
  "staff/edit": loadPersonPage,
  "security-personal/create": loadPersonPage,
  "security-personal/edit": loadPersonPage,
  "employee/create": loadPersonPage,
  "employee/edit": loadPersonPage,
};

export function loadBranchPage(path: string): ReturnType<PageLoader> {
  return pageLoaders[path]!();
}
