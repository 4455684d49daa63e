// §2 public pages: a document of the public site, as the server gives it to the renderer.
import type { MapTiles } from "#domain/branches/location/map-tiles.ts";
import type { JsonLdObject } from "#domain/site/structured-data.ts";
import type { MistakeForm } from "#domain/site/mistake-form.ts";
import type { RatingForm, RatingReportForm } from "#domain/site/rating-forms.ts";
import type { BranchPage, Listing, OffersPage, SiteLink, SiteVehicleType } from "#domain/site/site-data.ts";

export interface LandingPage {
  kind: "landing";
  cities: readonly (SiteLink & { branches: number })[];
  /** The platform's fee of a new branch in one sentence; null without one. */
  fee: string | null;
}

/** Who operates the product, by the settings of the platform; null where they do not say. */
export interface SiteOperator {
  name: string | null;
  phone: string | null;
  email: string | null;
}

export type SitePage =
  | LandingPage
  | { kind: "listing"; listing: Listing; vehicleTypes: readonly SiteVehicleType[] }
  | { kind: "branch"; branch: BranchPage }
  | { kind: "offers"; offers: OffersPage }
  | { kind: "rating"; form: RatingForm }
  | { kind: "rating-report"; form: RatingReportForm }
  | { kind: "mistake"; form: MistakeForm }
  | { kind: "not-found" };

/** What search engines and link previews read; absolute URLs. */
export interface SiteHead {
  title: string;
  description: string;
  keywords: string | null;
  canonical: string;
  /** Pages without content of their own are not indexed. */
  isIndexed: boolean;
  image: string | null;
  /** JSON-LD. */
  structuredData: readonly JsonLdObject[];
}

/** Paths of the built files that a page loads. */
export interface SiteAssets {
  styles: readonly string[];
  scripts: readonly string[];
  /** Font files that the first view needs. */
  fonts: readonly string[];
}

export interface SiteDocument {
  page: SitePage;
  head: SiteHead;
  assets: SiteAssets;
  /** Undefined without a provider of map tiles. */
  mapTiles: MapTiles | undefined;
  operator: SiteOperator;
  now: Date;
}

/** HTML in parts, in their order: most are cached, and joining them as one text would take longer than to send them. */
export type Html = string | readonly Html[] | FilledTemplate;

/** A template with what is filled into it. */
export interface FilledTemplate extends TemplateBytes {
  /** One less than `ends`: what comes after each of its parts but the last. */
  values: readonly Html[];
}

/** The constant parts of a template, one after the other. */
export interface TemplateBytes {
  /** UTF-8 */
  bytes: Uint8Array;
  /** Where each part ends. */
  ends: readonly number[];
}

/** The module that the build of the public site's renderer exports. */
export interface SiteRenderer {
  /** Complete HTML of a document. */
  renderSite: (document: SiteDocument) => Html;
}
