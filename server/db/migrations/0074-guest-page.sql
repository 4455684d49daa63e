-- §2 The customer's page of a ticket: its code, a tip paid online, and the rating of the service.
alter table "Valet_and_Parking_Information" add column "otp_sealed" text, add column "online_tip" numeric(12,2), add column "rating" integer;
alter table "payment_attempts" add column "is_tip" boolean default 'false' not null;
