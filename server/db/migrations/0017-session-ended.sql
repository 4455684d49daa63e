-- Streams and sockets that were opened by a log-in end with it, at every server: server/http/session-watch.ts.
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', new.family::text);
  return null;
end
$$;
create trigger session_ended after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function notify_session_ended();
