// Renders documents of the public site on the server; pages work without JavaScript (docs/decisions/025-public-site.md).
import "#web/ui/theme/base.css";
import "@fontsource-variable/anek-latin/index.css";
import "#web/ui/theme/condensed-font.css";
import "#web/ui/theme/fonts.css";
import "#web/ui/theme/tokens.css";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SiteDocument, SitePage } from "#domain/site/site-document.ts";
import { BranchView } from "#web/site/branch-view.tsx";
import { LandingView } from "#web/site/landing-view.tsx";
import { ListingView } from "#web/site/listing-view.tsx";
import { MistakeView } from "#web/site/mistake-view.tsx";
import { OffersView } from "#web/site/offers/offers-view.tsx";
import { NotFoundView } from "#web/site/not-found-view.tsx";
import { RatingReportView } from "#web/site/ratings/rating-report-view.tsx";
import { RatingView } from "#web/site/ratings/rating-view.tsx";
import { SiteFrame } from "#web/site/site-frame.tsx";

export function renderSite(document: SiteDocument): string {
  return `<!doctype html>${renderToStaticMarkup(
    <SiteFrame head={document.head} assets={document.assets} mapTiles={document.mapTiles}>
      {renderPage(document)}
    </SiteFrame>,
  )}`;
}

function renderPage({ page, now }: { page: SitePage; now: Date }): ReactNode {
  switch (page.kind) {
    case "landing":
      return <LandingView page={page} />;
    case "listing":
      return <ListingView listing={page.listing} vehicleTypes={page.vehicleTypes} now={now} />;
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
