-- transaction: none
-- A version that applies to an entry is immutable, which is checked before it changes.
create index concurrently if not exists "Parking_Information_tariff_version_idx" on "Parking_Information" ("tariff_version");
create index concurrently if not exists "Valet_and_Parking_Information_tariff_version_idx" on "Valet_and_Parking_Information" ("tariff_version");
create index concurrently if not exists "Pre_Booking_Information_tariff_version_idx" on "Pre_Booking_Information" ("tariff_version");
