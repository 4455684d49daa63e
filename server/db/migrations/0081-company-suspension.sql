-- §1 Suspension of a company by the platform; each of its branches repeats it, since check-ins read the branch only.
alter table "Companies" add column "suspended_at" timestamptz, add column "suspension_reason" varchar(150);
alter table "Branch" add column "is_suspended" boolean default 'false' not null;
