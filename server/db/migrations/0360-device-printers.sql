-- §4 Printers at USB or Bluetooth of a device, which have no address; passes and receipts of settlements as jobs.
alter table "Printers" alter column "address" drop not null;
alter table "Printers" add column "connection" varchar(50) default 'network' not null;
alter table "Print_Jobs" add column "pass" integer references "Parking_Main_Information" (id) on delete cascade;
alter table "Print_Jobs" add column "payment" integer references "payments" (id) on delete cascade;
