-- transaction: none
-- A person's own rows, newest first: each alternative of the rule that shows them has an index in the order of the list.
create index concurrently if not exists "Parking_Information_visitor_id_id_idx" on "Parking_Information" ("visitor_id", "id");
create index concurrently if not exists "Parking_Main_Information_user_created_id_idx" on "Parking_Main_Information" ("user_created", "id");
create index concurrently if not exists "Valet_and_Parking_Information_Customer_Phone_Number_id_idx" on "Valet_and_Parking_Information" ("Customer_Phone_Number", "id");
drop index concurrently if exists "Valet_and_Parking_Information_Customer_Phone_Number_idx";
