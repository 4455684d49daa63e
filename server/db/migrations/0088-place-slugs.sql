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

-- A name, and the name without separators: 'T. Nagar' is also typed 'tnagar'.
create function site_words(name text) returns text language sql immutable strict parallel safe
  return site_fold(name) || ' ' || regexp_replace(site_fold(name), '[^[:alnum:]]+', '', 'g');

-- What a branch is found by.
create function site_branch_words(name text, city text, state text, pincode text, address text) returns text
  language sql immutable parallel safe
  return site_words(name) || coalesce(' ' || site_words(city), '') || coalesce(' ' || site_words(state), '')
    || coalesce(' ' || pincode, '') || coalesce(' ' || site_fold(address), '');

-- Coordinates are texts; null for a text that is none.
create function site_degrees(degrees text) returns double precision language sql immutable strict parallel safe
  return case when degrees ~ '^-?\d{1,3}(\.\d{1,12})?$' then degrees::double precision end;
