// §2: loaders of the pages of a logged-in customer, separate from the route table (web/routes.tsx), which is in the first bundle.
import type { PageLoader } from "#web/lazy-page.tsx";

const loadHomePage: PageLoader = async () =>
  (await import("#web/features/customers/customer-home.page.tsx")).CustomerHomePage;
const loadEditAccountPage: PageLoader = async () =>
  (await import("#web/features/accounts/settings/edit-account.page.tsx")).EditAccountPage;
const loadMyAccountPage: PageLoader = async () =>
  (await import("#web/features/accounts/settings/my-account.page.tsx")).MyAccountPage;
const loadPlacesPage: PageLoader = async () =>
  (await import("#web/features/customers/pin-my-location.page.tsx")).PinMyLocationPage;
const loadHistory = () => import("#web/features/invites/customer-parking-history.page.tsx");
const loadHistoryPage: PageLoader = async () => (await loadHistory()).CustomerParkingHistoryPage;
const loadInvitesPage: PageLoader = async () => (await loadHistory()).CustomerInvitesPage;

const pageLoaders: { readonly [path: string]: PageLoader } = {
  "/commercial/home": loadHomePage,
  "/gov/home": loadHomePage,
  "/commercial/edit-account-details": loadEditAccountPage,
  "/gov/edit-account-details": loadEditAccountPage,
  "/commercial/my-account": loadMyAccountPage,
  "/gov/my-account": loadMyAccountPage,
  "/commercial/saved-coupon": async () =>
    (await import("#web/features/customers/saved-coupon.page.tsx")).SavedCouponPage,
  "/commercial/valet-parking-history": async () =>
    (await import("#web/features/valet/customer/customer-ticket-history.page.tsx")).CustomerTicketHistoryPage,
  "/commercial/pin-my-location": loadPlacesPage,
  "/gov/pin-my-location": loadPlacesPage,
  "/commercial/parking-history": loadHistoryPage,
  "/gov/parking-history": loadHistoryPage,
  "/commercial/invites": loadInvitesPage,
  "/gov/invites": loadInvitesPage,
};

export function loadCustomerPage(path: string): ReturnType<PageLoader> {
  return pageLoaders[path]!();
}
