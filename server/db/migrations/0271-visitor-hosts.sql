-- §4: whom the last entry of a visitor comes to meet, who reads the record. Nothing is checked, since the entries are.
-- contract: only the visitors that are inside or expected, few at any time, so that they are not unknown to whom they meet; earlier visits are over.
alter table "Parking_Main_Information" add column "host" uuid;
alter table "Parking_Main_Information" add constraint "Parking_Main_Information_host_fkey" foreign key ("host") references "users" (id) on delete set null not valid;
update "Parking_Main_Information" m set "host" = e.visitor_id from "Parking_Information" e
  where e.parking_main_info = m.id and e.visitor_id is not null and e.parking_status_id in (1, 3);
