-- reading.md §10: what was exported and erased, for whom it was asked, why and by whom. The person is not named: `subject` is
-- cut short, `subject_hash` is keyed, and `sealed` holds what is looked for only until an erasure is done.
create table privacy_requests (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('export', 'erasure', 'retention')),
  state text not null check (state in ('pending', 'done')),
  subject text,
  subject_hash text,
  sealed text,
  reason text,
  requested_by uuid references users (id) on delete set null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  counts jsonb not null default '{}'
);
create index on privacy_requests (subject_hash);
