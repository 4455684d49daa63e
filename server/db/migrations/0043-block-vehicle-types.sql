-- §9: slot blocks can be limited to vehicle types.
alter table "Slot_Blocks" add column "vehicle_types" jsonb default '[]';
