-- transaction: none
create index concurrently if not exists "sessions_device_idx" on sessions (device) where device is not null;
