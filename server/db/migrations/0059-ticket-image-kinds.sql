-- When a photo of a ticket was taken: on receipt, at the handover, or of the proof of a customer without the code.
alter table "valet_parking_vehicle_images" add column "kind" varchar(50) default 'received';
