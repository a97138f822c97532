-- Browsers in which an account has signed in. Their attempts are counted apart, so that strangers who guess cannot lock
-- the owner out. The token is in a cookie; only its SHA-256 is stored.
create table known_devices (
  device_hash text not null,
  user_id integer not null references users (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, user_id)
);
create index known_devices_user_id on known_devices (user_id, last_used_at);
create index known_devices_last_used_at on known_devices (last_used_at);
