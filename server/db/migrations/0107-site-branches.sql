-- What listings find branches by, one row for each branch that everybody may see, and the words of all of them. Triggers keep
-- both up to date, however a branch is written. They run at the end of a transaction, when it has all its other locks.
create table "site_branches" (
  "branch" integer not null primary key references "Branch" ("id") on delete cascade,
  "is_parking" boolean not null,
  "valet" varchar(50),
  "entity_type" varchar(50),
  "state" text,
  "city" text,
  "area" text,
  "company" text not null,
  "slug" text not null,
  "state_name" varchar(80),
  "city_name" varchar(80),
  "area_name" varchar(80),
  "sorted_name" text collate "C" not null,
  "latitude" double precision,
  "longitude" double precision,
  "amenities" jsonb,
  "words" text[] collate "C" not null
);
create index "site_branches_places_idx" on "site_branches" ("state", "city", "area");
create index "site_branches_company_idx" on "site_branches" ("company");
create index "site_branches_position_idx" on "site_branches" ("latitude", "longitude");
create index "site_branches_name_idx" on "site_branches" ("sorted_name", "branch");
create index "site_branches_kinds_idx" on "site_branches" ("entity_type", "is_parking", "valet");
create index "site_branches_words_idx" on "site_branches" using gin ("words") with (fastupdate = off);

-- Typing errors are looked for among the words, not among the branches. A word may stay when no branch has it any more, or be
-- here twice: writers of the same word need not wait for each other.
create table "site_words" ("word" text collate "C" not null, "is_joined" boolean not null);
create index "site_words_word_idx" on "site_words" ("word");
create index "site_words_similar_idx" on "site_words" using gin ("word" gin_trgm_ops) with (fastupdate = off);

create function site_split(name text) returns text[] language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(site_fold(name), '[[:space:][:punct:]]+'), '');

-- 'T. Nagar' is also typed 'tnagar': each two words as one, and those of a short name all together.
create function site_join(words text[]) returns text[] language sql immutable strict parallel safe
  return array(select words[i] || words[i + 1] from generate_subscripts(words, 1) i
      where words[i] !~ '^[0-9]' and words[i + 1] !~ '^[0-9]')
    || case when cardinality(words) between 3 and 4 then array[array_to_string(words, '')] else '{}' end;

create function site_list_branches(changed integer[]) returns void language plpgsql as $$
begin
  -- Two transactions that change what the same branch is listed by wait for each other here.
  perform 1 from "Companies" where id in (select company from "Branch" where id = any(changed)) order by id for share;
  perform 1 from "Areas" where id in (select area from "Branch" where id = any(changed)) order by id for share;
  perform 1 from "Valet_and_Parking_Configuration"
    where id in (select valet_and_parking_config from "Branch" where id = any(changed)) order by id for share;
  delete from site_branches s where s.branch = any(changed) and not exists (
    select from "Branch" b join "Companies" c on c.id = b.company and c.status = 'published' and c.suspended_at is null
      where b.id = s.branch and b.status = 'published' and not b.is_suspended);
  with visible as (
    select b.*, c.slug as company_slug, a.area_name, g.service_type, n.names,
        array(select distinct w from unnest(n.names) name, unnest(site_split(name)) w order by 1) as single,
        array(select distinct w from unnest(n.names) name, unnest(site_join(site_split(name))) w order by 1) as joined
      from "Branch" b join "Companies" c on c.id = b.company and c.status = 'published' and c.suspended_at is null
        left join "Areas" a on a.id = b.area left join "Valet_and_Parking_Configuration" g on g.id = b.valet_and_parking_config
        cross join lateral (select array[b.name, c.name, a.area_name, b.city, b.state, b.pincode, b.address] as names) n
      where b.id = any(changed) and b.status = 'published' and not b.is_suspended),
  known as (
    insert into site_words (word, is_joined)
      select w, false from (select distinct unnest(single) as w from visible) n
        where not exists (select from site_words k where k.word = w and not k.is_joined)
      union all select w, true from (select distinct unnest(joined) as w from visible) n
        where not exists (select from site_words k where k.word = w and k.is_joined))
  insert into site_branches select id, is_parking, case when is_valet_and_parking then coalesce(service_type, 'valet-parking') end, entity_type,
      site_slug(state), site_slug(city), site_slug(area_name), company_slug, slug, state, city, area_name, site_fold(name),
      site_degrees(latitude), site_degrees(longitude), amenities, single || joined from visible
    on conflict (branch) do update set is_parking = excluded.is_parking, valet = excluded.valet, entity_type = excluded.entity_type,
      state = excluded.state, city = excluded.city, area = excluded.area, company = excluded.company, slug = excluded.slug,
      state_name = excluded.state_name, city_name = excluded.city_name, area_name = excluded.area_name, sorted_name = excluded.sorted_name,
      latitude = excluded.latitude, longitude = excluded.longitude, amenities = excluded.amenities, words = excluded.words;
end $$;

create function site_list_changed_branch() returns trigger language plpgsql as $$
begin
  perform site_list_branches(array[new.id]);
  return null;
end $$;
create function site_list_branches_of_company() returns trigger language plpgsql as $$
begin
  perform site_list_branches(array(select id from "Branch" where company = new.id));
  return null;
end $$;
create function site_list_branches_of_area() returns trigger language plpgsql as $$
begin
  perform site_list_branches(array(select id from "Branch" where area = new.id));
  return null;
end $$;
create function site_list_branches_of_valet() returns trigger language plpgsql as $$
begin
  perform site_list_branches(array(select id from "Branch" where valet_and_parking_config = new.id));
  return null;
end $$;

create constraint trigger site_branches after insert or update of "company", "name", "slug", "status", "is_suspended", "entity_type", "is_parking",
  "is_valet_and_parking", "valet_and_parking_config", "state", "city", "area", "pincode", "address", "latitude", "longitude", "amenities"
  on "Branch" deferrable initially deferred for each row execute function site_list_changed_branch();
create constraint trigger site_branches after update of "name", "slug", "status", "suspended_at" on "Companies"
  deferrable initially deferred for each row execute function site_list_branches_of_company();
create constraint trigger site_branches after update of "area_name" on "Areas"
  deferrable initially deferred for each row execute function site_list_branches_of_area();
create constraint trigger site_branches after update of "service_type" on "Valet_and_Parking_Configuration"
  deferrable initially deferred for each row execute function site_list_branches_of_valet();
-- Also where checks of relations are turned off, as while the demo is loaded.
alter table "Branch" enable always trigger site_branches;
alter table "Companies" enable always trigger site_branches;
alter table "Areas" enable always trigger site_branches;
alter table "Valet_and_Parking_Configuration" enable always trigger site_branches;

select site_list_branches(array(select id from "Branch"));
