-- reading.md §10: what each file is for, told by what points to it. A file that nothing points to is its maker's alone, except for
-- pictures that were taken at a gate, which their branch reads as before.
alter table "files" add column "purpose" varchar(50) default 'unassigned' not null;

-- What everybody may read already comes first, and what must not be read at a gate before what may.
update "files" f set "purpose" = known."purpose"
from (
  select "file", (array_agg("purpose" order by "rank"))[1] as "purpose"
  from (
    select "company_logo" as "file", 'logo' as "purpose", 1 as "rank" from "Companies" where "company_logo" is not null
    union all select "image", 'banner', 2 from "Branch_Banner_Images"
    union all select "vehicle_image", 'vehicle_type_image', 3 from "Vehicle_Type" where "vehicle_image" is not null
    union all select "file", 'onboarding_document', 4 from "Onboarding_Documents"
    -- No upload is of these types: pictures and PDF documents alone are taken.
    union all select "id", 'export', 5 from "files" where "type" in ('text/csv', 'application/json', 'text/xml', 'text/yaml')
    union all select "vehicle_image", 'vehicle_image', 6 from "Parking_Vehicle_Images"
    union all select "vehicle_image", 'vehicle_image', 6 from "valet_parking_vehicle_images"
    union all select f."id", 'branch_file', 7 from "files" f join "users" u on u."id" = f."user_created"
      where f."branch" is not null and f."type" like 'image/%'
        and u."role" in ('c4aa0000-0000-4000-8000-000000000004', 'c4aa0000-0000-4000-8000-000000000005')
  ) attached
  group by "file"
) known
where known."file" = f."id";

-- Exports that have run out are looked for every few minutes.
create index on "files" ("purpose", "date_created") where "purpose" = 'export';
