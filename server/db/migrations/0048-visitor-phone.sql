-- §5: whether a check-in asks for the phone number of a vehicle, and visitor records without one.
alter table "Branch" add column "visitor_phone" varchar(50) default 'required';
alter table "Parking_Main_Information" alter column "phone_no" drop not null;
