-- transaction: none
-- A badge is given to one visitor at a time.
create unique index concurrently if not exists "Parking_Information_u5" on "Parking_Information" ("branch", lower("badge_no")) where badge_no is not null and parking_status_id in (1, 3);
