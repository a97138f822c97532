create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- Null once somebody who could prove the address has taken it over.
  email text,
  email_verified_at timestamptz,
  -- Counts once the link mailed to it was opened.
  pending_email text,
  full_name text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  -- Argon2id; null: nobody signs in by a password.
  password_hash text,
  google_subject text unique,
  photo_url text,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email is not null or email_verified_at is null)
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

-- One row a sign-in; of its token only the SHA-256 is kept.
create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash text not null unique,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

-- Links in letters; each is deleted when it is opened, and of its token only the SHA-256 is kept.
create table mailed_links (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify', 'change', 'reset')),
  -- The address that it was mailed to, and proves.
  email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mailed_links_user_id on mailed_links (user_id);

-- Attempts counted per key in a window of time, for all nodes together; written by the platform only.
create table rate_limits (
  key text primary key,
  points integer not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);

-- Who changed what; never changed or deleted itself.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null once the account is deleted; the name stays.
  actor_id integer references users (id) on delete set null,
  actor text not null,
  -- Such as 'user.changed'.
  action text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (at);
create index audit_log_actor_id on audit_log (actor_id);
