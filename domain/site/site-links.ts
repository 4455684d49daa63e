// §2: links of the header and footer of all public pages.
import type { SiteLink } from "#domain/site/site-data.ts";

/** Offers of all companies. */
export const offersPath = "/offers-and-promotions";

/** Where a driver and a vendor go; short, since the header is one row on every phone. */
export const siteHeaderLinks = [
  { label: "Parking", path: "/parking" },
  { label: "Business", path: "/partner-with-us" },
] as const satisfies readonly SiteLink[];

export const customerLogInLink = { label: "Log in", path: "/customer/commercial/login" } as const satisfies SiteLink;

/** Partners and customers have different legal pages. */
export function listFooterLinks(audience: "customer" | "partner"): readonly SiteLink[] {
  return [
    { label: "How to use", path: "/how-to-use" },
    { label: "Offers", path: offersPath },
    { label: "Pre-booking", path: "/pre-booking-rental" },
    { label: "For partners", path: "/partner-with-us" },
    { label: "Work with us", path: "/contact-us-for-business-affiliation" },
    { label: "Suggestions", path: "/suggestions" },
    { label: "About us", path: `/${audience}/about-us` },
    { label: "Terms", path: `/${audience}/terms-of-service` },
    { label: "Privacy", path: `/${audience}/privacy-policy` },
    { label: "Cookies", path: `/${audience}/cookie-policy` },
    { label: "Refunds", path: `/${audience}/refund-policy` },
  ];
}
