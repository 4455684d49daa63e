// The HTML of a listing, filled into the templates of its parts: another stay, place or page renders only what no page had before.
import { formatListingPath, formatListingQuery } from "#domain/site/listing-address.ts";
import { countPlaces } from "#domain/site/page-texts.ts";
import type { Listing, ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";
import type { Html } from "#domain/site/site-document.ts";
import { describeChoice } from "#domain/site/stay/describe-choice.ts";
import { describeStayErrors, formatStayFields } from "#domain/site/stay/stay-query.ts";
import { capitalize } from "#domain/text/labels.ts";
import { Breadcrumbs } from "#web/site/breadcrumbs.tsx";
import { formatHeading, ListingStayForm, ListingView, NothingHere, Pages } from "#web/site/listing-view.tsx";
import { PlaceLinks } from "#web/site/place-links.tsx";
import { MapFrame, Pin, placePins, toPositionText } from "#web/site/place-map.tsx";
import { SearchForm } from "#web/site/search-form.tsx";
import { SiteFrame, type SiteFrameProps } from "#web/site/site-frame.tsx";
import { renderCards } from "#web/site/templates/branch-cards.tsx";
import { escapeHtml, Templates } from "#web/site/templates/html-template.ts";

const mebibyte = 1024 * 1024;
/** One for each company with a logo, and a few. */
const frames = new Templates({ maxBytes: 4 * mebibyte });
/** Of places, such as their breadcrumbs and narrower places. */
const places = new Templates({ maxBytes: 8 * mebibyte });
/** Of forms and others of which there are few. */
const parts = new Templates({ maxBytes: 4 * mebibyte });
const pins = new Templates({ maxBytes: 8 * mebibyte });

interface ListingDocument {
  listing: Listing;
  vehicleTypes: readonly SiteVehicleType[];
  frame: Omit<SiteFrameProps, "children">;
  now: Date;
}

export function renderListing({ listing, vehicleTypes, frame, now }: ListingDocument): Html {
  const { search, branches, breadcrumbs, total } = listing;
  const branchQuery = getStayQuery(search, true);
  const hasPlaces = listing.places.length > 0 && (total === 0 || search.words === "");
  return fillFrame({
    frame,
    listing,
    content: {
      breadcrumbs:
        breadcrumbs.length > 1
          ? places.render({
              key: JSON.stringify(breadcrumbs),
              render: () => <Breadcrumbs links={breadcrumbs} />,
              values: {},
            })
          : "",
      heading: escapeHtml(formatHeading(listing)),
      search: renderSearchForm({ search, query: getStayQuery(search) }),
      stay: renderStayForm({ listing, vehicleTypes }),
      count: escapeHtml(capitalize(countPlaces(listing))),
      places: hasPlaces ? renderPlaces(listing) : "",
      nothing: branches.length === 0 ? renderNothing(listing) : "",
      cards: renderCards({ branches, query: branchQuery, now }),
      map: renderMap({ listing, query: escapeHtml(branchQuery) }),
      pages: renderPages(listing),
    },
  });
}

/** The stay alone, for the branch's page and for another search. */
function getStayQuery(search: ListingSearch, isUtc = false): string {
  return formatListingQuery({ ...search, isUtc, words: "", filters: [], sort: "name", page: 1, near: null });
}

type ListingContent = {
  readonly [
    part in "breadcrumbs" | "heading" | "search" | "stay" | "count" | "places" | "nothing" | "cards" | "map" | "pages"
  ]: Html;
};

function fillFrame({
  frame: { head, assets, mapTiles, operator },
  listing: { search, isServiceOffered, logo, branches },
  content,
}: Pick<ListingDocument, "frame" | "listing"> & { content: ListingContent }): Html {
  const { title, description, canonical, structuredData, ...constant } = head;
  const company = logo === null ? "" : (branches[0]?.company ?? "");
  const { service } = search;
  return frames.render({
    key: JSON.stringify([
      constant,
      structuredData.length,
      assets,
      mapTiles,
      operator,
      service,
      isServiceOffered,
      logo,
      company,
    ]),
    render: (slot) => (
      <SiteFrame
        head={{
          ...constant,
          title: slot("title"),
          description: slot("description"),
          canonical: slot("canonical"),
          structuredData: structuredData.map((_, index) => slot(`structuredData${index}`)),
        }}
        assets={assets}
        mapTiles={mapTiles}
        operator={operator}
      >
        <ListingView
          service={service}
          isServiceOffered={isServiceOffered}
          logo={logo}
          company={company}
          parts={{
            breadcrumbs: slot("breadcrumbs"),
            heading: slot("heading"),
            search: slot("search"),
            stay: slot("stay"),
            count: slot("count"),
            places: slot("places"),
            nothing: slot("nothing"),
            cards: slot("cards"),
            map: slot("map"),
            pages: slot("pages"),
          }}
        />
      </SiteFrame>
    ),
    values: {
      title: escapeHtml(title),
      description: escapeHtml(description),
      canonical: escapeHtml(canonical),
      ...Object.fromEntries(structuredData.map((text, index) => [`structuredData${index}`, text])),
      ...content,
    },
  });
}

function renderSearchForm({ search: { service, words }, query }: { search: ListingSearch; query: string }): Html {
  const kept = [...new URLSearchParams(query)];
  return parts.render({
    key: JSON.stringify(["search", service, kept.map(([name]) => name)]),
    render: (slot) => (
      <SearchForm
        action={`/${service}`}
        words={slot("words")}
        kept={kept.map(([name]) => [name, slot(`kept-${name}`)] as const)}
      />
    ),
    values: {
      words: escapeHtml(words),
      ...Object.fromEntries(kept.map(([name, value]) => [`kept-${name}`, escapeHtml(value)])),
    },
  });
}

function renderStayForm({
  listing: { search, path },
  vehicleTypes,
}: Pick<ListingDocument, "listing" | "vehicleTypes">): Html {
  const { words, near, stayErrors, vehicleType, filters, sort } = search;
  const errorTexts = [stayErrors?.from?.text, stayErrors?.until?.text];
  const fields = formatStayFields(search);
  return parts.render({
    key: JSON.stringify(["stay", words !== "", near !== null, errorTexts, vehicleType, filters, sort, vehicleTypes]),
    render: (slot) => (
      <ListingStayForm
        action={slot("path")}
        values={{
          from: slot("from"),
          until: slot("until"),
          words: words === "" ? "" : slot("words"),
          near: near && { latitude: slot("latitude"), longitude: slot("longitude") },
        }}
        notice={slot("notice")}
        choice={slot("choice")}
        search={search}
        vehicleTypes={vehicleTypes}
      />
    ),
    values: {
      path: escapeHtml(path),
      from: escapeHtml(fields.from),
      until: escapeHtml(fields.until),
      notice: stayErrors ? escapeHtml(describeStayErrors(search)) : "",
      choice: escapeHtml(describeChoice({ search, vehicleTypes })),
      words: escapeHtml(words),
      latitude: String(near?.latitude),
      longitude: String(near?.longitude),
    },
  });
}

function renderPlaces({ total, places: listed }: Listing): Html {
  const label = total > 0 ? "Narrow down" : "Places with parking";
  return places.render({
    key: JSON.stringify([label, listed]),
    render: () => <PlaceLinks label={label} places={listed} />,
    values: {},
  });
}

function renderNothing({ search, suggestion }: Listing): Html {
  const { service, filters, words } = search;
  const conditions = { hasFilters: filters.length > 0, hasWords: words !== "" };
  // A search starts with parking, which a branch with valets alone does not offer.
  const hasValetSearch = service === "parking" && words !== "";
  return parts.render({
    key: JSON.stringify(["nothing", conditions, suggestion !== null, hasValetSearch]),
    render: (slot) => (
      <NothingHere
        {...conditions}
        suggestion={suggestion === null ? undefined : { words: slot("words"), path: slot("suggested") }}
        valet={hasValetSearch ? slot("valet") : undefined}
      />
    ),
    values: {
      words: escapeHtml(suggestion ?? ""),
      suggested: escapeHtml(
        formatListingPath(search) + formatListingQuery({ ...search, words: suggestion ?? "", page: 1 }),
      ),
      valet: escapeHtml(
        formatListingPath({ ...search, service: "valet-parking" }) +
          formatListingQuery({ ...search, filters: [], page: 1 }),
      ),
    },
  });
}

function renderMap({ listing: { branches }, query }: { listing: Listing; query: string }): Html {
  const placed = placePins(branches);
  if (!placed) return "";
  return parts.render({
    key: "map",
    render: (slot) => <MapFrame scale={{ width: slot("width"), label: slot("label") }}>{slot("pins")}</MapFrame>,
    values: {
      width: String(placed.scale.width),
      label: placed.scale.label,
      pins: placed.pins.map(({ branch, point, number, left, top }) =>
        pins.render({
          key: branch.contentKey,
          render: (slot) => (
            <Pin
              branch={branch}
              point={point}
              texts={{ number: slot("number"), query: slot("query"), left: slot("left"), top: slot("top") }}
            />
          ),
          values: { number: String(number), query, left: toPositionText(left), top: toPositionText(top) },
        }),
      ),
    },
  });
}

function renderPages({ search, path, total, pageSize }: Listing): Html {
  const count = Math.ceil(total / pageSize);
  if (count <= 1) return "";
  const { page } = search;
  const toHref = (to: number): string => path + formatListingQuery({ ...search, page: to });
  const [hasPrevious, hasNext] = [page > 1, page < count];
  return parts.render({
    key: JSON.stringify(["pages", hasPrevious, hasNext]),
    render: (slot) => (
      <Pages
        page={slot("page")}
        count={slot("count")}
        previous={hasPrevious ? slot("previous") : undefined}
        next={hasNext ? slot("next") : undefined}
      />
    ),
    values: {
      page: String(page),
      count: String(count),
      previous: hasPrevious ? escapeHtml(toHref(page - 1)) : "",
      next: hasNext ? escapeHtml(toHref(page + 1)) : "",
    },
  });
}
