-- transaction: none
create index concurrently if not exists "tax_invoices_credits_idx" on "tax_invoices" ("credits");
create index concurrently if not exists "tax_invoices_branch_issued_at_idx" on "tax_invoices" ("branch", "issued_at");
