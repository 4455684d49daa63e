-- transaction: none
-- One open ticket for each key tag.
create unique index concurrently if not exists "Valet_and_Parking_Information_u7" on "Valet_and_Parking_Information" ("branch", "key_tag_in_use") where key_tag_in_use is not null;
