-- What became of each back-up, for the people who operate the product.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  status text not null check (status in ('running', 'done', 'failed')),
  -- schedule: by the product's jobs; command: npm run backup.
  started_by text not null check (started_by in ('schedule', 'command')),
  file text not null,
  size bigint,
  sha256 text,
  row_count bigint,
  file_count integer,
  error text
);
create index on backups (started_at desc);
