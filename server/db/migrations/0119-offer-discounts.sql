-- §3 What the offers that were redeemed save of the charge of an entry or a ticket.
alter table "Parking_Information" add column "offer_discounts" jsonb;
alter table "Valet_and_Parking_Information" add column "offer_discounts" jsonb;
