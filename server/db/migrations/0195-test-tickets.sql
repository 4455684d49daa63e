-- §4: test tickets of a branch under review, which are deleted when it is published.
alter table "Valet_and_Parking_Information" add column "is_test" boolean default 'false' not null;
