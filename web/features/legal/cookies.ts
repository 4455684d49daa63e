import type { LegalDocument } from "#web/features/legal/document.ts";

const both =
  "Only what keeps you logged in and remembers your choices. No advertising, no counting of visitors, nothing of anybody else's: so there is no banner to click away.";

export const cookies: LegalDocument = {
  title: "Cookie policy",
  short: { customer: both, partner: both },
  since: "2026-11-21",
  parts: [
    {
      heading: "Cookies",
      text: [
        [
          "directus_refresh_token: keeps you logged in; no script can read it; seven days after you last used it, gone when you log out",
          "directus_session_token: the same for programs that log in by cookie; a day",
        ],
      ],
    },
    {
      heading: "Kept in your browser",
      text: [
        [
          "The token of your log-in and the time at which it ends: a quarter of an hour, renewed while you work",
          "Light or dark, if you chose one",
          "The number of a payment that is under way, so that we can ask how it went when you come back; gone when it is known",
          "The link to your valet ticket, so that your page opens again",
        ],
        "You can delete all of it in your browser's settings. You are then logged out, and nothing else is lost.",
      ],
    },
    {
      heading: "Others' pages",
      text: ["When you pay online you go to the payment provider's page, which has cookies of its own."],
    },
  ],
};
