-- Places in addresses of listings, and the search for branches by words that may contain typing errors.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The same as toSlug in domain/text/slug.ts for names in Latin script.
create function site_slug(name text) returns text language sql immutable strict parallel safe
  return trim(both '-' from left(regexp_replace(regexp_replace(replace(lower(
    regexp_replace(normalize(name, nfkd), U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]+', '', 'g') collate "C"),
    '&', ' and '), '[''’]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 80));

-- Lower case without accents. With the dictionary by name, so that the result never depends on the search path.
create function site_fold(name text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, name) collate "C");

-- Names separated by '|', and each without separators of its own: 'T. Nagar' is also typed 'tnagar'. In PL/pgSQL, since it
-- is computed for every row that an index finds.
create function site_words(names text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := public.site_fold(names);
begin
  return folded || ' ' || replace(regexp_replace(folded, '[^[:alnum:]|]+', '', 'g'), '|', ' ');
end $$;

-- What a branch is found by.
create function site_branch_words(name text, city text, state text, pincode text, address text) returns text
  language plpgsql immutable parallel safe as $$
begin
  return public.site_words(name || '|' || coalesce(city, '') || '|' || coalesce(state, '')) || ' ' || coalesce(pincode, '')
    || ' ' || coalesce(public.site_fold(address), '');
end $$;

-- Coordinates are texts; null for a text that is none.
create function site_degrees(degrees text) returns double precision language sql immutable strict parallel safe
  return case when degrees ~ '^-?\d{1,3}(\.\d{1,12})?$' then degrees::double precision end;
