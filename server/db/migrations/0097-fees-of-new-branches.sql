-- The platform's fees of new branches, which their vendors read in the agreement.
alter table "Configuration_Settings" add "platform_charges" integer;
alter table "Configuration_Settings" add "service_charges" integer;
