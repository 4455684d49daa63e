import type { LegalDocument } from "#web/features/legal/legal-document.ts";

const both =
  "We use only what is needed to keep you logged in and remember your settings. No advertising, no tracking and no third-party cookies, so there is no banner to dismiss.";

export const cookiePolicy: LegalDocument = {
  title: "Cookie policy",
  summary: { customer: both, partner: both },
  effectiveFrom: "2026-11-21",
  sections: [
    {
      heading: "Cookies",
      text: [
        [
          "directus_refresh_token: keeps you logged in; not readable by scripts; expires seven days after last use or when you log out",
          "directus_session_token: the same, for programs that log in with cookies; expires after one day",
        ],
      ],
    },
    {
      heading: "Browser storage",
      text: [
        [
          "Your access token and its expiry time: 15 minutes, renewed while you are active",
          "Your light or dark mode setting",
          "The ID of a payment in progress, so that we can show its result when you return; deleted once the result is known",
          "The link to your valet ticket, so that your page opens again",
        ],
        "You can delete this data in your browser settings. You are then logged out; nothing else is lost.",
      ],
    },
    {
      heading: "Third-party pages",
      text: ["Online payments open the payment provider's page, which uses its own cookies."],
    },
  ],
};
