-- §4: whom the last entry of a visitor comes to meet, who reads the record. Nothing is checked, since the entries are.
alter table "Parking_Main_Information" add column "host" uuid;
alter table "Parking_Main_Information" add constraint "Parking_Main_Information_host_fkey" foreign key ("host") references "users" (id) on delete set null not valid;
update "Parking_Main_Information" m set "host" = e.visitor_id from "Parking_Information" e
  where e.parking_main_info = m.id and e.visitor_id is not null
    and not exists (select from "Parking_Information" l where l.parking_main_info = m.id and l.id > e.id);
