alter table "payment_attempts" validate constraint "payment_attempts_decided_by_fkey";
