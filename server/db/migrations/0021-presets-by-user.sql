-- transaction: none
-- The presets of one user are counted before another is made.
create index concurrently if not exists "presets_user_idx" on "presets" ("user");
