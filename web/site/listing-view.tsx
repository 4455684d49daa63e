// §2: search and listing of branches, with the price of the stay and the free slots. Its parts are templates (web/site/templates/listing-page.tsx).
import type { ReactNode } from "react";
import { listingFilterLabels, listingSortLabels } from "#domain/site/listing-labels.ts";
import { listingFilters, listingSorts } from "#domain/site/site-data.ts";
import type { Listing, ListingSearch, SiteService, SiteVehicleType } from "#domain/site/site-data.ts";
import { joinClassNames } from "#web/ui/class-names.ts";
import link from "#web/ui/links/text-link.module.css";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { CardIconDrawings } from "#web/site/card-icons.tsx";
import { CompanyLogo } from "#web/site/company-logo.tsx";
import { deferLayout } from "#web/site/deferred-layout.ts";
import { StayForm, StayNotice } from "#web/site/stay-form.tsx";
import { CardList } from "#web/site/templates/branch-cards.tsx";
import styles from "#web/site/site.module.css";

interface ListingViewProps {
  service: SiteService;
  isServiceOffered: boolean;
  logo: string | null;
  company: string;
  /** Each a text or nothing, but for the cards: HTML. */
  parts: {
    breadcrumbs: ReactNode;
    heading: ReactNode;
    search: ReactNode;
    stay: ReactNode;
    count: ReactNode;
    places: ReactNode;
    nothing: ReactNode;
    cards: string;
    map: ReactNode;
    pages: ReactNode;
  };
}

export function ListingView({ service, isServiceOffered, logo, company, parts }: ListingViewProps) {
  return (
    <Stack gap="md" className={styles["section"]} data-service={service}>
      {parts.breadcrumbs}
      <CompanyLogo id={logo} company={company} />
      <Title order={1}>{parts.heading}</Title>
      {parts.search}
      {isServiceOffered ? (
        <>
          {parts.stay}
          <Text role="status" fw="medium">
            {parts.count}
          </Text>
          {parts.places}
          {parts.nothing}
          <CardIconDrawings />
          <Columns gap="lg" style={deferLayout(4_000)}>
            <CardList html={parts.cards} />
            {parts.map}
          </Columns>
          {parts.pages}
        </>
      ) : (
        <Text>Pre-booking is coming soon. Until then, find parking without a booking.</Text>
      )}
    </Stack>
  );
}

const serviceHeadings = {
  parking: "Parking",
  "valet-parking": "Valet parking",
  "valet-service": "Valet service",
  "pre-booking": "Pre-booking",
} as const;

export function formatHeading({ search, place }: Listing): string {
  const heading = serviceHeadings[search.service];
  if (search.words !== "") return `${heading}: “${search.words}”`;
  if (search.near) return `${heading} near you`;
  return place === null ? heading : `${heading} in ${place}`;
}

interface ListingStayFormProps {
  action: string;
  /** What the fields of the stay have, and the hidden ones; without `words` and `near` there is none. */
  values: {
    from: string;
    until: string;
    words: string;
    near: { latitude: string; longitude: string } | null;
  };
  /** What is said of the stay (`describeStayErrors`). */
  notice: string;
  /** What is chosen (`describeChoice`). */
  choice: string;
  search: Pick<ListingSearch, "stayErrors" | "vehicleType" | "filters" | "sort">;
  vehicleTypes: readonly SiteVehicleType[];
}

export function ListingStayForm({
  action,
  values: { from, until, words, near },
  notice,
  choice,
  search,
  vehicleTypes,
}: ListingStayFormProps) {
  return (
    <>
      {search.stayErrors && <StayNotice>{notice}</StayNotice>}
      {/* Closed, so that the first place is in the first view of a phone. */}
      <details className={joinClassNames(styles["details"], styles["options"])} open={search.stayErrors !== undefined}>
        <summary>Stay and filters: {choice}</summary>
        <StayForm
          action={action}
          from={from}
          until={until}
          errors={search.stayErrors}
          vehicleType={search.vehicleType}
          vehicleTypes={vehicleTypes}
          submitLabel="Show prices"
        >
          {words !== "" && <input type="hidden" name="q" value={words} />}
          {near && <input type="hidden" name="lat" value={near.latitude} />}
          {near && <input type="hidden" name="lng" value={near.longitude} />}
          <Filters search={search} hasPosition={near !== null} />
        </StayForm>
      </details>
    </>
  );
}

function Filters({ search, hasPosition }: { search: ListingStayFormProps["search"]; hasPosition: boolean }) {
  return (
    <details className={styles["details"]} open={search.filters.length > 0 || search.sort !== "name"}>
      <summary>Filters and order</summary>
      <fieldset className={styles["choices"]}>
        <legend>Show only</legend>
        {listingFilters.map((filter) => (
          <label key={filter} className={styles["choice"]}>
            <input type="checkbox" name="filter" value={filter} defaultChecked={search.filters.includes(filter)} />
            {listingFilterLabels[filter]}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles["choices"]}>
        <legend>Order</legend>
        {listingSorts.map((sort) => (
          <label key={sort} className={styles["choice"]}>
            <input
              type="radio"
              name="sort"
              value={sort}
              defaultChecked={search.sort === sort}
              disabled={sort === "distance" && !hasPosition}
            />
            {listingSortLabels[sort]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

interface NothingHereProps {
  hasFilters: boolean;
  hasWords: boolean;
  /** Similar words that find something, and the address of their search. */
  suggestion: { words: string; path: string } | undefined;
  /** Address of the same search for valet parking; undefined if there is none. */
  valet: string | undefined;
}

export function NothingHere({ hasFilters, hasWords, suggestion, valet }: NothingHereProps) {
  return (
    <>
      {suggestion && (
        <p>
          <a className={link["link"]} href={suggestion.path}>
            Did you mean “{suggestion.words}”?
          </a>
        </p>
      )}
      <Text>
        {hasFilters
          ? "No place fits. Take a filter away, or search for a larger area."
          : hasWords
            ? "No place fits. Check the spelling, or search for an area, a city or a PIN code."
            : "No place here takes part yet. Choose one of the places above, or search for another."}
      </Text>
      {valet !== undefined && (
        <p>
          <a className={link["link"]} href={valet}>
            Search valet parking
          </a>
        </p>
      )}
    </>
  );
}

interface PagesProps {
  page: string;
  count: string;
  /** Addresses of the previous and the next page; undefined if there is none. */
  previous: string | undefined;
  next: string | undefined;
}

export function Pages({ page, count, previous, next }: PagesProps) {
  return (
    <Group component="nav" gap="md" aria-label="Pages">
      {previous !== undefined && (
        <a className={styles["button"]} rel="prev" href={previous}>
          Previous
        </a>
      )}
      <span className="figures">
        Page {page} of {count}
      </span>
      {next !== undefined && (
        <a className={styles["button"]} rel="next" href={next}>
          Next
        </a>
      )}
    </Group>
  );
}
