-- §4 Credit notes (CGST Rule 53): the invoice that each reduces, what of a payment is invoiced, and a series of numbers of their own.
alter table "tax_invoices" add column "credits" bigint references "tax_invoices" (id) on delete restrict;
alter table "payments" add column "invoiced_amount" numeric(12,2);

create table credit_note_counters (
  gstin text not null,
  financial_year char(4) not null,
  value integer not null,
  primary key (gstin, financial_year)
);
