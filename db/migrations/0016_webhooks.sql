-- Endpoints that the shop notifies (docs/webhooks.md). Secrets are encrypted; the previous one stays valid until a time.
create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  topics text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null default now()
);

-- One event for one endpoint, inserted in the transaction that it is about. Each attempt sends the same body.
create table webhook_deliveries (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks (id) on delete cascade,
  event_id text not null,
  topic text not null,
  -- The order or product that it is about.
  subject_id text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null default now(),
  -- Since it was first due, or since an admin sent it again.
  attempts integer not null default 0,
  -- During an attempt, the time until which no other node sends it.
  next_attempt_at timestamptz,
  retry_deadline timestamptz not null,
  delivered_at timestamptz,
  unique (webhook_id, event_id),
  check ((state = 'waiting') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_subject on webhook_deliveries (subject_id);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- Each attempt with the response, or the error.
create table webhook_attempts (
  id integer generated always as identity primary key,
  delivery_id integer not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null,
  url text not null,
  status integer,
  answer text,
  error text,
  duration_ms integer not null,
  check ((status is null) = (error is not null))
);
create index webhook_attempts_delivery_id on webhook_attempts (delivery_id, id);
