// Renders documents of the public site on the server; pages work without JavaScript (docs/decisions/025-public-site.md).
import "#web/ui/theme/base.css";
import "@fontsource-variable/anek-latin/index.css";
import "#web/ui/theme/condensed-font.css";
import "#web/ui/theme/fonts.css";
import "#web/ui/theme/tokens.css";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Html, SiteDocument, SitePage } from "#domain/site/site-document.ts";
import { toJsonLdText } from "#domain/site/structured-data.ts";
import { BranchView } from "#web/site/branch-view.tsx";
import { LandingView } from "#web/site/landing-view.tsx";
import { MistakeView } from "#web/site/mistake-view.tsx";
import { OffersView } from "#web/site/offers/offers-view.tsx";
import { NotFoundView } from "#web/site/not-found-view.tsx";
import { RatingReportView } from "#web/site/ratings/rating-report-view.tsx";
import { RatingView } from "#web/site/ratings/rating-view.tsx";
import { SiteFrame } from "#web/site/site-frame.tsx";
import { renderListing } from "#web/site/templates/listing-page.tsx";

export function renderSite({ page, now, ...document }: SiteDocument): Html {
  const head = { ...document.head, structuredData: document.head.structuredData.map(toJsonLdText) };
  const frame = { ...document, head };
  return [
    "<!doctype html>",
    page.kind === "listing"
      ? renderListing({ ...page, frame, now })
      : renderToStaticMarkup(
          <SiteFrame {...frame}>{renderPage({ page, now, operator: document.operator })}</SiteFrame>,
        ),
  ];
}

function renderPage({
  page,
  now,
  operator,
}: {
  page: Exclude<SitePage, { kind: "listing" }>;
} & Pick<SiteDocument, "now" | "operator">): ReactNode {
  switch (page.kind) {
    case "landing":
      return <LandingView page={page} operator={operator} />;
    case "branch":
      return <BranchView page={page.branch} now={now} />;
    case "offers":
      return <OffersView page={page.offers} />;
    case "rating":
      return <RatingView form={page.form} />;
    case "rating-report":
      return <RatingReportView form={page.form} />;
    case "mistake":
      return <MistakeView form={page.form} />;
    case "not-found":
      return <NotFoundView />;
  }
}
