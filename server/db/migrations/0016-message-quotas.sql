-- Mails, SMS and invites of a day, by branch, account and recipient; and what the platform allows one branch.
create table message_counts (
  day date not null,
  kind text not null,
  scope text not null,
  key text not null,
  used integer not null,
  primary key (day, kind, scope, key)
);
alter table "Branch" add "sms_per_day" integer, add "mails_per_day" integer;
