-- §2 what the platform answered to an enquiry, sent by email (domain/platform/enquiry.ts).
alter table "Enquiries" add column "answer" varchar(2000);
