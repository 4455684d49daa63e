-- §3: the entry of a booking that is paid ahead, until its vehicle comes (docs/rules/pre-booking.md).
alter table "Parking_Information" add column "is_awaiting_arrival" boolean default 'false' not null;
