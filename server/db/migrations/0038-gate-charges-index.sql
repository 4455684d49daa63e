-- transaction: none
-- A shop bill counts once per branch.
create unique index concurrently if not exists "Parking_Information_u4" on "Parking_Information" ("branch", lower(regexp_replace("bill_shop", '\s+', '', 'g')), lower(regexp_replace("bill_number", '\s+', '', 'g'))) where bill_number is not null;
