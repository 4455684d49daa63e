-- §4 A branch with several gates: where the customer collects the car (docs/rules/valet-pickup.md).
alter table "Valet_and_Parking_Configuration" add column "pickup_gates" character varying(255);
alter table "Valet_and_Parking_Information" add column "pickup_gate" character varying(30);
