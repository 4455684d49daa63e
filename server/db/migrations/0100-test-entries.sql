-- §4: test entries of a branch under review, which are deleted when it is published.
alter table "Parking_Information" add column "is_test" boolean default 'false' not null;
alter table "Parking_Main_Information" add column "is_test" boolean default 'false' not null;
