-- transaction: none
-- Open branches by place, by position, and by words; areas and companies by their names.
create index concurrently if not exists "Branch_places_idx" on "Branch" (site_slug("state"), site_slug("city"), "area") where "status" = 'published' and not "is_suspended";
create index concurrently if not exists "Branch_position_idx" on "Branch" (site_degrees("latitude"), site_degrees("longitude")) where "status" = 'published' and not "is_suspended";
create index concurrently if not exists "Branch_words_idx" on "Branch" using gin (site_branch_words("name", "city", "state", "pincode", "address") gin_trgm_ops);
create index concurrently if not exists "Branch_area_idx" on "Branch" ("area");
create index concurrently if not exists "Areas_slug_idx" on "Areas" (site_slug("area_name"));
create index concurrently if not exists "Areas_words_idx" on "Areas" using gin (site_words("area_name") gin_trgm_ops);
create index concurrently if not exists "Companies_words_idx" on "Companies" using gin (site_words("name") gin_trgm_ops);
create index concurrently if not exists "Branch_Banner_Images_branch_idx" on "Branch_Banner_Images" ("branch", "sort", "id");
