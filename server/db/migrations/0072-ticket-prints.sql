-- §4: how often the slip and the receipt of a ticket were printed.
alter table "Valet_and_Parking_Information" add column "slip_prints" integer default 0;
alter table "Valet_and_Parking_Information" add column "receipt_prints" integer default 0;
