// §2: search and listing of branches, with the price of the stay and the free slots.
import { capitalize } from "#domain/text/labels.ts";
import { formatListingQuery } from "#domain/site/listing-address.ts";
import { listingFilterLabels, listingSortLabels } from "#domain/site/listing-labels.ts";
import { countPlaces } from "#domain/site/page-texts.ts";
import { listingFilters, listingSorts } from "#domain/site/site-data.ts";
import type { Listing, ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { BranchCards } from "#web/site/branch-cards.tsx";
import { Breadcrumbs } from "#web/site/breadcrumbs.tsx";
import { CardIconDrawings } from "#web/site/card-icons.tsx";
import { CompanyLogo } from "#web/site/company-logo.tsx";
import { PlaceLinks } from "#web/site/place-links.tsx";
import { PlaceMap } from "#web/site/place-map.tsx";
import { SearchForm } from "#web/site/search-form.tsx";
import { StayForm } from "#web/site/stay-form.tsx";
import styles from "#web/site/site.module.css";

interface ListingViewProps {
  listing: Listing;
  vehicleTypes: readonly SiteVehicleType[];
  now: Date;
}

export function ListingView({ listing, vehicleTypes, now }: ListingViewProps) {
  const { search, path, breadcrumbs, total, branches, places, pageSize } = listing;
  const query = getStayQuery(search);
  return (
    <Stack gap="lg" className={styles["section"]} data-service={search.service}>
      {breadcrumbs.length > 1 && <Breadcrumbs links={breadcrumbs} />}
      <CompanyLogo id={listing.logo} company={listing.branches[0]?.company ?? ""} />
      <Title order={1}>{formatHeading(listing)}</Title>
      <SearchForm action={`/${search.service}`} words={search.words} kept={[...new URLSearchParams(query)]} />
      {listing.isServiceOffered ? (
        <>
          <StayForm
            action={path}
            from={search.from}
            until={search.until}
            vehicleType={search.vehicleType}
            vehicleTypes={vehicleTypes}
            submitLabel="Show prices"
          >
            <HiddenSearch search={search} />
            <Filters search={search} />
          </StayForm>
          <Text role="status" fw="medium">
            {capitalize(countPlaces(listing))}
          </Text>
          {places.length > 0 && (total === 0 || search.words === "") && (
            <PlaceLinks label={total > 0 ? "Narrow down" : "Places with parking"} places={places} />
          )}
          {branches.length === 0 && <NothingHere search={search} />}
          <CardIconDrawings />
          <Columns gap="lg">
            <BranchCards branches={branches} query={query} now={now} />
            <PlaceMap branches={branches} query={query} />
          </Columns>
          <Pages search={search} path={path} count={Math.ceil(total / pageSize)} />
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

function formatHeading({ search, place }: Listing): string {
  const heading = serviceHeadings[search.service];
  if (search.words !== "") return `${heading}: “${search.words}”`;
  if (search.near) return `${heading} near you`;
  return place === null ? heading : `${heading} in ${place}`;
}

/** The stay alone, for the branch's page and for another search. */
function getStayQuery(search: ListingSearch): string {
  return formatListingQuery({ ...search, words: "", filters: [], sort: "name", page: 1, near: null });
}

/** What the form of the stay keeps of the search. */
function HiddenSearch({ search: { words, near } }: { search: ListingSearch }) {
  return (
    <>
      {words !== "" && <input type="hidden" name="q" value={words} />}
      {near && <input type="hidden" name="lat" value={near.latitude} />}
      {near && <input type="hidden" name="lng" value={near.longitude} />}
    </>
  );
}

function Filters({ search }: { search: ListingSearch }) {
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
              disabled={sort === "distance" && !search.near}
            />
            {listingSortLabels[sort]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function NothingHere({ search }: { search: ListingSearch }) {
  const hasConditions = search.filters.length > 0 || search.words !== "";
  return (
    <Text>
      {hasConditions
        ? "No place fits. Take a filter away, or search for a larger area."
        : "No place here takes part yet. Choose one of the places above, or search for another."}
    </Text>
  );
}

function Pages({ search, path, count }: { search: ListingSearch; path: string; count: number }) {
  if (count <= 1) return null;
  const { page } = search;
  const toHref = (to: number): string => path + formatListingQuery({ ...search, page: to });
  return (
    <Group component="nav" gap="md" aria-label="Pages">
      {page > 1 && (
        <a className={styles["button"]} rel="prev" href={toHref(page - 1)}>
          Previous
        </a>
      )}
      <span className="figures">
        Page {page} of {count}
      </span>
      {page < count && (
        <a className={styles["button"]} rel="next" href={toHref(page + 1)}>
          Next
        </a>
      )}
    </Group>
  );
}
