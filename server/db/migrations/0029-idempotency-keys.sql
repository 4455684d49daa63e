-- Idempotency-Key: a repeated request gets the result of the first one for 24 hours. The row commits with the action.
create table idempotency_keys (
  -- 'user:<id>', or 'pay-link:<entry>' for the holder of a payment link.
  scope text not null,
  key text not null,
  route text not null,
  -- Keyed hash of path and body, which can contain personal data.
  fingerprint text not null,
  -- Sealed: ids of the rows written, and a code that is disclosed once.
  result text,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index on idempotency_keys (created_at);
