-- Vehicles are taken by a tariff or by the explicit choice to be free of charge. Services that exist keep working: without a
-- tariff they count as free of charge. New ones have to choose.
alter table "Parking_Configuration" add "is_free" boolean not null default true;
alter table "Parking_Configuration" alter "is_free" set default false;
alter table "Valet_and_Parking_Configuration" add "is_free" boolean not null default true;
alter table "Valet_and_Parking_Configuration" alter "is_free" set default false;
