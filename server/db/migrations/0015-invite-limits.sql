-- An invite is used by who shows its code or gives its phone number, and lasts 31 days at most.
alter table "Branch" add "invite_max_days" integer default 31;
alter table "Parking_Information" add "invite_proof" varchar(50);
update "Parking_Information" set invite_end_date = invite_start_date + interval '31 days'
  where parking_status_id = 3 and is_invited and invite_end_date > invite_start_date + interval '31 days';
