-- §3: the start of the booked time on the entry of a booking, whose customer does not read the booking itself. Empty for earlier entries.
alter table "Parking_Information" add column "booked_from" timestamptz;
