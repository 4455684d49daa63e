-- §2 'Others' in change requests: an area that is not on the list, and the one that the verifier chose (docs/rules/change-requests.md).
alter table "Change_Requests" add column "area_name" character varying(80);
alter table "Change_Requests" add column "area" integer references "Areas" (id) on delete set null;
