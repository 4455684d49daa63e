-- Steps of the set-up that a branch does not need. Branches that exist are not asked to set up anything.
alter table "Branch" add "set_up_skipped" jsonb
  default '["tariff", "slots", "staff", "payment", "first_car", "printer", "hours", "pictures"]';
alter table "Branch" alter "set_up_skipped" drop default;
