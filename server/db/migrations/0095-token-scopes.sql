-- API tokens can be limited to reading and to areas; existing ones keep all that their role may do.
alter table "Integration_Tokens" add column "is_read_only" boolean not null default false;
alter table "Integration_Tokens" add column "areas" jsonb;
