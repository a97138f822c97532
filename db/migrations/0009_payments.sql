-- One payment intent for each order, changed in place.
create table payments (
  order_id text primary key references orders (id),
  provider text not null default 'stripe',
  -- Whether real money moves: the provider's live mode.
  is_live boolean not null,
  -- Null until the provider has answered.
  intent_id text unique,
  -- What it was opened with: whoever asks again, with the same idempotency key, must ask for just the same.
  opened_version integer not null,
  -- Counts up when the provider failed for good under one idempotency key.
  attempt integer not null default 1,
  -- SHA-256 of the client secret.
  secret_hash text,
  status text not null default 'open' check (status in ('open', 'processing', 'paid', 'canceled')),
  paid_cents integer not null default 0 check (paid_cents >= 0),
  -- Asked for, whether or not it has arrived; never more than was paid.
  refunded_cents integer not null default 0,
  -- When the provider last said something about it.
  heard_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint payments_never_refund_too_much check (refunded_cents between 0 and paid_cents)
);
create unique index payments_secret_hash on payments (secret_hash);
create index payments_unsettled on payments (heard_at) where status in ('open', 'processing');

-- The ledger of a payment; never changed.
create table payment_moves (
  id bigint generated always as identity primary key,
  order_id text not null references payments (order_id),
  at timestamptz not null default now(),
  kind text not null check (kind in ('opened', 'changed', 'processing', 'declined', 'paid', 'canceled')),
  amount_cents integer not null,
  note text
);
create index payment_moves_order_id on payment_moves (order_id);

create table refunds (
  id integer generated always as identity primary key,
  order_id text not null references payments (order_id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  -- The provider's; null until it has answered.
  refund_id text unique,
  attempt integer not null default 1,
  -- Why it is not there yet, in the provider's words.
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_order_id on refunds (order_id);
create index refunds_unsettled on refunds (updated_at) where status in ('requested', 'pending');

-- The ledger of a refund; never changed.
create table refund_moves (
  id bigint generated always as identity primary key,
  refund_id integer not null references refunds (id),
  at timestamptz not null default now(),
  status text not null,
  note text
);
create index refund_moves_refund_id on refund_moves (refund_id);

-- A buyer told the bank that a payment was wrong.
create table disputes (
  id text primary key,
  order_id text not null references payments (order_id),
  amount_cents integer not null,
  reason text not null,
  status text not null,
  opened_at timestamptz not null,
  updated_at timestamptz not null default now()
);
create index disputes_order_id on disputes (order_id);

-- What the provider told us, once each.
create table webhook_events (
  id text primary key,
  type text not null,
  -- The object that it is about.
  object jsonb not null,
  received_at timestamptz not null default now(),
  -- Null: not handled yet.
  handled_at timestamptz,
  outcome text
);
create index webhook_events_received_at on webhook_events (received_at);

create table reconciliations (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- How many intents and refunds were compared.
  compared integer not null,
  -- What was found, each with whether it was repaired.
  findings jsonb not null
);
