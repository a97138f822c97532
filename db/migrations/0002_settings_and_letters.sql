create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The mail outbox: a letter is written in the transaction of what it tells about, and sent by a job.
create table letters (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  -- The reason for the letter, when there may be only one for it.
  once_key text unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
