-- §3 Fuel and damages of a car that is handed to the valet, and the kind of service that a branch proposes.
alter table "Valet_and_Parking_Information" add column "fuel_level" varchar(50), add column "damages" jsonb default '[]';
alter table "Valet_and_Parking_Configuration" add column "service_type" varchar(50) default 'valet-parking';
