-- Functions with ids of 64 bits, beside those with ids of 32 bits, which servers call until 0431 has changed the columns; a later
-- contracting migration drops the old ones. See docs/decisions/045-big-tables.md.
create function site_list_branches(changed bigint[]) returns void language plpgsql as $$
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

create function site_count_ratings(changed bigint[]) returns void language plpgsql as $$
begin
  insert into site_ratings (branch, count, sum) select b.id, 0, 0 from "Branch" b where b.id = any(changed) order by b.id
    on conflict (branch) do update set count = site_ratings.count;
  update site_ratings s set count = r.count, sum = r.sum from (
      select b.id, count(g.id)::int as count, coalesce(sum(g.stars), 0)::int as sum
        from unnest(changed) b (id) left join "Ratings" g on g.branch = b.id and g.state <> 'hidden' group by b.id) r
    where s.branch = r.id;
end $$;

create function report_mark(changed bigint, times timestamptz[]) returns void language sql as $$
  insert into report_marks select distinct changed, t from unnest(times) t where changed is not null and t is not null
$$;

create function report_mark_payments(entry bigint, ticket bigint, paid_pass bigint) returns void language sql as $$
  insert into report_marks
    select p.branch, p.received_at from payments p
      where p.parking_information = entry or p.valet_and_parking_information = ticket or p.pass = paid_pass
    union
    select r.branch, r.decided_at from payment_attempts a join payment_refunds r on r.attempt = a.id
      where r.decided_at is not null and r.branch is not null
        and (a.parking_information = entry or a.valet_and_parking_information = ticket or a.pass = paid_pass)
$$;

create function report_lock_paid(entry bigint, ticket bigint, paid_pass bigint) returns void language plpgsql as $$
declare record bigint := paid_pass;
begin
  if entry is not null then
    select parking_main_info into record from "Parking_Information" where id = entry for share;
  elsif ticket is not null then
    perform from "Valet_and_Parking_Information" where id = ticket for share;
  end if;
  if record is not null then perform from "Parking_Main_Information" where id = record for share; end if;
end $$;

create function report_mark_receipt(changed bigint, receipt text) returns void language sql as $$
  insert into report_marks select c.branch, (c.day + time '12:00') at time zone coalesce(b.time_zone, 'Asia/Kolkata')
  from counters c join "Branch" b on b.id = c.branch
  where c.branch = changed and c.name = 'receipt' and to_char(c.day, 'YYYYMMDD') = substring(receipt from '([0-9]{8})-[0-9]+$')
$$;

-- The key of a lock has 32 bits (server/db/locks.ts).
create or replace function report_mark_branch() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7340, (old.id::bigint & 2147483647)::integer);
  if tg_op = 'DELETE' then
    delete from report_marks where branch = old.id;
    delete from report_figures where branch = old.id;
    delete from report_visits where branch = old.id;
    delete from report_levels where branch = old.id;
    delete from report_slots where branch = old.id;
    delete from report_times where branch = old.id;
  else
    insert into report_marks
      select distinct new.id, (f.day + shift + time '12:00') at time zone coalesce(new.time_zone, 'Asia/Kolkata')
        from (select day from report_figures where branch = new.id union select day from report_visits where branch = new.id
          union select day from report_times where branch = new.id) f, generate_series(-1, 1) shift;
  end if;
  return null;
end $$;
