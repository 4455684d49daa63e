-- §7: jobs that used up their attempts, for alarms. In plpgsql, since the queue's own schema is installed apart from ours.
create function dead_jobs()
  returns table (id bigint, task text, attempts integer, last_error text, queued_at timestamptz, died_at timestamptz)
  language plpgsql stable as $$
begin
  return query
    select j.id::bigint, j.task_identifier::text, j.attempts::integer, j.last_error::text, j.created_at, j.updated_at
    from graphile_worker.jobs j
    where j.attempts >= j.max_attempts and j.locked_at is null
    order by j.updated_at;
end
$$;
