-- §4: how often the slip and the receipt of an entry were printed.
alter table "Parking_Information" add column "slip_prints" integer default 0;
alter table "Parking_Information" add column "receipt_prints" integer default 0;
