import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { repeatDaily } from "#domain/branches/opening-hours.ts";
import {
  toBreadcrumbList,
  toFaqPage,
  toItemList,
  toJsonLdText,
  toParkingFacility,
} from "#domain/site/structured-data.ts";
import { createBranchPage, createListedBranch, createListing } from "#tests/support/site-examples.ts";

const baseUrl = "https://chaavi.example/";
const url = z.url({ protocol: /^https$/ });
const amount = z.string().regex(/^\d+\.\d{2}$/);
const text = z.string().min(1);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Required properties and types of schema.org, as search engines check them; nothing else may be said. */
const parkingFacility = z.strictObject({
  "@context": z.literal("https://schema.org"),
  "@type": z.tuple([z.literal("ParkingFacility"), z.literal("LocalBusiness")]),
  "@id": url,
  name: text,
  url,
  image: z.array(url).min(1).optional(),
  telephone: z
    .string()
    .regex(/^\+91\d{10}$/)
    .optional(),
  address: z.strictObject({
    "@type": z.literal("PostalAddress"),
    streetAddress: text.optional(),
    addressLocality: text.optional(),
    addressRegion: text.optional(),
    postalCode: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
    addressCountry: z.literal("IN"),
  }),
  geo: z
    .strictObject({
      "@type": z.literal("GeoCoordinates"),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .optional(),
  openingHoursSpecification: z.array(
    z.strictObject({
      "@type": z.literal("OpeningHoursSpecification"),
      dayOfWeek: z.array(z.string().regex(/^https:\/\/schema\.org\/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/)).min(1),
      opens: time,
      closes: time,
    }),
  ),
  priceRange: z.string().max(99).optional(),
  currenciesAccepted: z.literal("INR"),
  isAccessibleForFree: z.boolean(),
  amenityFeature: z
    .array(z.strictObject({ "@type": z.literal("LocationFeatureSpecification"), name: text, value: z.literal(true) }))
    .optional(),
  makesOffer: z
    .array(
      z.strictObject({
        "@type": z.literal("Offer"),
        name: text,
        price: amount.optional(),
        priceCurrency: z.literal("INR").optional(),
        priceSpecification: z
          .strictObject({
            "@type": z.literal("PriceSpecification"),
            minPrice: amount,
            priceCurrency: z.literal("INR"),
          })
          .optional(),
      }),
    )
    .min(1)
    .optional(),
  aggregateRating: z
    .strictObject({
      "@type": z.literal("AggregateRating"),
      ratingValue: z.string().regex(/^[1-5]\.\d$/),
      ratingCount: z.int().min(1),
      bestRating: z.literal(5),
      worstRating: z.literal(1),
    })
    .optional(),
  parentOrganization: z.strictObject({ "@type": z.literal("Organization"), name: text }),
});

const listItem = { "@type": z.literal("ListItem"), position: z.int().min(1), name: text };

test("a branch is a parking facility with address, hours and prices", () => {
  const page = createBranchPage({
    hours: { ...repeatDaily([{ from: "08:00", until: "24:00" }]), sun: [{ from: "10:00", until: "02:00" }], mon: [] },
    prices: [
      { minutes: 30, price: 2_000, isLowest: false },
      { minutes: 60, price: 4_050, isLowest: true },
    ],
    valetNumber: "9840012345",
  });
  const facility = toParkingFacility({ page, baseUrl, images: ["https://chaavi.example/assets/1"] });
  const parsed = parkingFacility.parse(facility);
  assert.equal(parsed.url, "https://chaavi.example/acme/usman-road/parking/commercial/info");
  assert.equal(parsed.address.streetAddress, "12 Ranganathan Street, T. Nagar");
  assert.equal(parsed.priceRange, "₹20–₹40.50");
  assert.deepEqual(
    parsed.openingHoursSpecification.map(({ dayOfWeek, opens, closes }) => [dayOfWeek.length, opens, closes]),
    [
      [5, "08:00", "23:59"],
      [1, "10:00", "02:00"],
    ],
  );
  assert.deepEqual(
    parsed.makesOffer?.map(({ name, price, priceSpecification }) => [name, price, priceSpecification?.minPrice]),
    [
      ["Parking for 30 min", "20.00", undefined],
      ["Parking for 1 h", undefined, "40.50"],
    ],
  );
});

test("the average is given from three ratings on", () => {
  const read = (rating: { count: number; sum: number } | null) => {
    const page = createBranchPage({ branch: createListedBranch({ rating }) });
    return parkingFacility.parse(toParkingFacility({ page, baseUrl, images: [] })).aggregateRating;
  };
  assert.deepEqual([read(null), read({ count: 2, sum: 10 })], [undefined, undefined]);
  const { ratingValue, ratingCount } = read({ count: 3, sum: 13 })!;
  assert.deepEqual([ratingValue, ratingCount], ["4.3", 3]);
});

test("a branch of which little is known is valid, too", () => {
  const branch = createListedBranch({
    address: null,
    area: null,
    city: null,
    state: null,
    pincode: null,
    point: null,
    amenities: [],
  });
  const parsed = parkingFacility.parse(
    toParkingFacility({
      page: createBranchPage({ branch, hours: null, prices: [], valetNumber: null }),
      baseUrl,
      images: [],
    }),
  );
  assert.deepEqual(
    parsed.openingHoursSpecification.map(({ dayOfWeek, opens, closes }) => [dayOfWeek.length, opens, closes]),
    [[7, "00:00", "23:59"]],
  );
  assert.equal(parsed.isAccessibleForFree, false);
  const free = toParkingFacility({
    page: createBranchPage({ prices: [{ minutes: 60, price: 0, isLowest: false }] }),
    baseUrl,
    images: [],
  });
  assert.equal(parkingFacility.parse(free).isAccessibleForFree, true);
});

test("breadcrumbs and listings are numbered lists of addresses", () => {
  const links = [
    { label: "Parking", path: "/parking" },
    { label: "Commercial", path: "/parking/commercial" },
  ];
  const breadcrumbs = z
    .strictObject({
      "@context": z.literal("https://schema.org"),
      "@type": z.literal("BreadcrumbList"),
      itemListElement: z.array(z.strictObject({ ...listItem, item: url })),
    })
    .parse(toBreadcrumbList({ links, baseUrl }));
  assert.deepEqual(
    breadcrumbs.itemListElement.map(({ position, item }) => [position, item]),
    [
      [1, "https://chaavi.example/parking"],
      [2, "https://chaavi.example/parking/commercial"],
    ],
  );
  const listing = createListing({
    address: "/parking?page=2",
    names: ["Parking"],
    total: 21,
    branches: [createListedBranch({})],
  });
  const items = z
    .strictObject({
      "@context": z.literal("https://schema.org"),
      "@type": z.literal("ItemList"),
      numberOfItems: z.int().min(0),
      itemListElement: z.array(z.strictObject({ ...listItem, url })),
    })
    .parse(toItemList({ listing, baseUrl }));
  assert.deepEqual([items.numberOfItems, items.itemListElement[0]?.position], [21, 21]);
});

test("the text of a script element cannot end it", () => {
  const object = { name: "</script><script>alert(1)</script>" };
  const written = toJsonLdText(object);
  assert.doesNotMatch(written, /</);
  assert.deepEqual(JSON.parse(written), object);
});

test("lists questions with their answers, as on the page", () => {
  assert.deepEqual(toFaqPage([{ question: "Is it guarded?", answer: "Day and night." }]), {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: [
      { "@type": "Question", name: "Is it guarded?", acceptedAnswer: { "@type": "Answer", text: "Day and night." } },
    ],
  });
});
