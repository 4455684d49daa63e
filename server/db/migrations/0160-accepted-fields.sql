-- Fields that the verifier has looked at and found right; earlier reviews have none.
alter table "Onboarding_Reviews" add column "accepted" jsonb default '[]';
