-- transaction: none
-- A shop bill counts once per branch.
create unique index concurrently if not exists "Valet_and_Parking_Information_u6" on "Valet_and_Parking_Information" ("branch", lower(regexp_replace("bill_shop", '\s+', '', 'g')), lower(regexp_replace("bill_number", '\s+', '', 'g'))) where bill_number is not null;
