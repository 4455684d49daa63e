-- §3 Texts of a branch's public page for search engines; empty for those made from its data.
alter table "Branch"
  add "meta_title" varchar(150),
  add "meta_description" varchar(150),
  add "meta_keywords" varchar(150);
