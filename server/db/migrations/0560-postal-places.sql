-- §2 states, cities and PIN codes of India Post's directory (server/db/seed/postal-places.ts).
create table postal_places (
  state text not null,
  city text not null,
  state_slug text not null,
  city_slug text not null,
  pincodes integer[] not null,
  -- Package and version from which the row was loaded.
  source text not null,
  primary key (state_slug, city_slug)
);
create index "postal_places_pincodes_idx" on postal_places using gin (pincodes);
