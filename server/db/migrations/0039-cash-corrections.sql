-- §4: refunds in cash and reversals as rows of the ledger, and limits of discounts.
alter table "payments"
  add column "kind" varchar(50) default 'payment',
  add column "corrects" integer,
  add column "reason" varchar(150);
alter table "payments" add foreign key ("corrects") references "payments" (id) on delete restrict not valid;
alter table "Parking_Information" add column "payment_change_reason" varchar(150);
alter table "Valet_and_Parking_Information" add column "payment_change_reason" varchar(150);
alter table "Pre_Booking_Information" add column "payment_change_reason" varchar(150);
alter table "Branch" add column "discount_limits" jsonb;
