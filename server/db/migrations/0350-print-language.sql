-- §2, §4 The language of slips and receipts of a branch (domain/printing/paper-text.ts).
alter table "Branch" add column "print_language" varchar(50) default 'en';
