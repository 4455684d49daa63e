-- What the visitor desk records of a visit, and why a request was rejected.
alter table "Parking_Information"
  add column "decision_reason" varchar(150),
  add column "identity_document" varchar(50),
  add column "identity_last_four" varchar(4),
  add column "person_count" integer,
  add column "badge_no" varchar(20);
alter table "Parking_Main_Information" add column "decision_reason" varchar(150);
