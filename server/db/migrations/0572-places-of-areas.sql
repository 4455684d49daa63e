-- transaction: none
-- A state or city without a branch that everybody may see, of the list of areas.
create index concurrently if not exists "Areas_places_idx" on "Areas" (site_slug("state"), site_slug("city"));
