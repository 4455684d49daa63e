-- contract: only entries of bookings, which are few; a server of the previous version leaves the field empty, and the history then shows no time
-- §3: the start of the booked time on the entry of a booking, whose customer does not read the booking itself.
alter table "Parking_Information" add column "booked_from" timestamptz;
update "Parking_Information" p set booked_from = b.booking_start_time from "Pre_Booking_Information" b where b.parking_information = p.id;
