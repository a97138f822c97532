-- Whom the shop tells what happened (docs/webhooks.md). Secrets are sealed; the one before is good until its time has come.
create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  topics text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null default now()
);

-- One event for one webhook, written in the transaction that it tells of. The body is what is sent, to the letter, each time.
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
  -- So often it was tried since it was first due, or since an admin sent it again.
  attempts integer not null default 0,
  -- While one is sent, until when nobody else sends it: whoever has died with it by then is not waited for.
  next_try_at timestamptz,
  give_up_at timestamptz not null,
  delivered_at timestamptz,
  unique (webhook_id, event_id),
  check ((state = 'waiting') = (next_try_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at) where state = 'waiting';
create index webhook_deliveries_subject on webhook_deliveries (subject_id);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- What came of each try: a status, or why there is none.
create table webhook_tries (
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
create index webhook_tries_delivery_id on webhook_tries (delivery_id, id);
