-- Queues a job as graphile_worker.add_job 0.18 does, but without its NOTIFY, which would make all transactions that queue a job
-- commit one after the other; the server notifies after the commit. In plpgsql, since the queue's own schema is installed apart.
create function queue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts integer)
  returns void language plpgsql as $$
begin
  insert into graphile_worker._private_tasks as tasks (identifier)
    select queue_job.task
    where not exists (select 1 from graphile_worker._private_tasks existing where existing.identifier = queue_job.task)
    on conflict do nothing;
  -- A job that is already running keeps its row without the key: it may not know what this one is about.
  if queue_job.job_key is not null then
    update graphile_worker._private_jobs as jobs set key = null, attempts = jobs.max_attempts, updated_at = now()
      where jobs.key = queue_job.job_key and jobs.is_available is not true;
  end if;
  insert into graphile_worker._private_jobs as jobs (task_id, payload, run_at, max_attempts, key, priority)
    select tasks.id, coalesce(queue_job.payload, '{}'::json), coalesce(queue_job.run_at, now()), queue_job.max_attempts,
      queue_job.job_key, 0
    from graphile_worker._private_tasks tasks where tasks.identifier = queue_job.task
    on conflict (key) do update set
      job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload,
      max_attempts = excluded.max_attempts, run_at = excluded.run_at, priority = excluded.priority,
      revision = jobs.revision + 1, flags = excluded.flags, attempts = 0, last_error = null, updated_at = now()
    where jobs.locked_at is null;
end
$$;
