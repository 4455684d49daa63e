-- Why a branch is taxed otherwise than its GSTIN says.
alter table "payment_settings" add "tax_reason" varchar(150);
