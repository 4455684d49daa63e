-- reading.md §6: a code of log-in or verification is bound to who asked for it. Those under way, which live ten minutes, are asked for
-- again.
alter table otp_challenges add column asker text not null default '';

-- §7 two-factor: the secret that was shown and is not on yet, sealed, of the log-in whose owner has just typed the password.
create table second_factor_setups (
  "user" uuid primary key references users (id) on delete cascade,
  family text not null,
  sealed text not null,
  created_at timestamptz not null
);

-- reading.md §7: when the log-in was opened, which no refresh moves.
alter table sessions add column opened_at timestamptz;
update sessions s set opened_at = (select min(o.created_at) from sessions o where o.family = s.family);
