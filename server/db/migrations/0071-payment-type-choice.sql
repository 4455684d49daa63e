-- §4: gate staff may choose the payment type at check-in.
alter table "Parking_Configuration" add column "is_payment_type_chosen" boolean default 'false' not null;
