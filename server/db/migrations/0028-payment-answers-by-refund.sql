-- transaction: none
-- reading.md §10: what a provider answered about a refund is found when the refund's person is erased. Few answers have one.
create index concurrently if not exists "payment_answers_refund_idx" on "payment_answers" ("refund") where "refund" is not null;
