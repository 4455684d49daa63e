-- A branch's visits, newest first, of some days: those of other days are passed over in the index itself, and not row by row.
create index on "Parking_Information" ("branch", "id", "date_created");
drop index "Parking_Information_branch_id_idx";
