-- §4 Credit notes (CGST Rule 53): the invoice that each reduces, and a series of numbers of their own.
alter table "tax_invoices" add column "credits" bigint references "tax_invoices" (id) on delete restrict;
alter table "payment_refunds" add column "invoice" bigint references "tax_invoices" (id) on delete restrict;

create table credit_note_counters (
  gstin text not null,
  financial_year char(4) not null,
  value integer not null,
  primary key (gstin, financial_year)
);
