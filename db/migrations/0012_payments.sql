-- One payment intent for each order, updated in place.
create table payments (
  order_id text primary key references orders (id),
  provider text not null default 'stripe',
  -- Whether the provider is in live mode.
  is_live boolean not null,
  -- Null until the provider has responded.
  intent_id text unique,
  -- The order's version when the intent was created: a retry with the same idempotency key must send the same request.
  opened_version integer not null,
  -- Incremented after the provider failed permanently for one idempotency key.
  attempt integer not null default 1,
  -- SHA-256 of the client secret.
  secret_hash text,
  status text not null default 'open' check (status in ('open', 'processing', 'paid', 'canceled')),
  paid_cents integer not null default 0 check (paid_cents >= 0),
  -- Requested refunds, whether or not they have succeeded.
  refunded_cents integer not null default 0,
  -- When the provider last reported a status.
  last_status_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- The provider's risk rating: 'normal', 'elevated', 'highest', or another one; null: unknown yet.
  risk text,
  -- The bank's checks of the billing address and the security code: 'pass', 'fail', 'unavailable', or another one; null: not checked.
  address_check text,
  postal_code_check text,
  security_code_check text,
  constraint payments_never_refund_too_much check (refunded_cents between 0 and paid_cents)
);
create unique index payments_secret_hash on payments (secret_hash);
create index payments_pending on payments (last_status_at) where status in ('open', 'processing');

-- The history of a payment; never changed.
create table payment_transitions (
  id bigint generated always as identity primary key,
  order_id text not null references payments (order_id),
  at timestamptz not null default now(),
  kind text not null check (kind in ('opened', 'changed', 'processing', 'declined', 'paid', 'canceled')),
  amount_cents integer not null,
  note text,
  -- The charge of a declined card: each decline is recorded once, however many events report it.
  charge_id text unique
);
create index payment_transitions_order_id on payment_transitions (order_id);
-- The dashboard sums up a period without reading the whole table.
create index payment_transitions_paid_at on payment_transitions (at) include (order_id, amount_cents) where kind = 'paid';
-- Declined cards are counted per hour and per day.
create index payment_transitions_declined on payment_transitions (at) where kind = 'declined';

create table refunds (
  id integer generated always as identity primary key,
  order_id text not null references payments (order_id),
  amount_cents integer not null check (amount_cents > 0),
  -- The refunded part of the shipping, with the taxes added to it.
  shipping_cents integer not null default 0 check (shipping_cents >= 0),
  shipping_taxes jsonb not null default '[]',
  -- Whether units or shipping were chosen. Otherwise an amount was spread over the order.
  is_by_line boolean not null default false,
  return_id integer references returns (id),
  reason text not null,
  -- The reason sent to the payment provider, if any.
  category text check (category in ('requested_by_customer', 'duplicate', 'fraudulent')),
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  -- The provider's ID; null until it has responded.
  refund_id text unique,
  attempt integer not null default 1,
  -- The provider's reason for a delay or failure.
  problem text,
  -- The refund that retries this failed one. Unique, so two clicks never refund twice.
  retried_by integer unique references refunds (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_order_id on refunds (order_id);
create index refunds_pending on refunds (updated_at) where status in ('requested', 'pending');
create index refunds_failed on refunds (order_id) where status = 'failed' and retried_by is null;
create index refunds_created_at on refunds (created_at) include (amount_cents) where status <> 'failed';

-- The refunded part of each order item, with the taxes (docs/decisions/0063-refunds-by-line.md).
create table refund_items (
  refund_id integer not null references refunds (id),
  order_item_id integer not null references order_items (id),
  -- 0 for the item's share of an amount.
  quantity integer not null check (quantity >= 0),
  -- With the taxes that were added to the price.
  amount_cents integer not null check (amount_cents >= 0),
  taxes jsonb not null,
  -- How many of the units the admin restocked, and how many of those an earlier, failed refund hadn't restocked yet.
  restocked integer not null default 0 check (restocked between 0 and quantity),
  newly_restocked integer not null default 0 check (newly_restocked between 0 and restocked),
  primary key (refund_id, order_item_id)
);
create index refund_items_order_item_id on refund_items (order_item_id);

-- Status transitions of refunds; never changed.
create table refund_transitions (
  id bigint generated always as identity primary key,
  refund_id integer not null references refunds (id),
  at timestamptz not null default now(),
  status text not null,
  note text
);
create index refund_transitions_refund_id on refund_transitions (refund_id);

-- A customer's bank disputes a payment.
create table disputes (
  id text primary key,
  order_id text not null references payments (order_id),
  amount_cents integer not null,
  reason text not null,
  status text not null,
  opened_at timestamptz not null,
  updated_at timestamptz not null default now(),
  -- Deadline for evidence; null: none is accepted.
  due_by timestamptz,
  -- Whether evidence was submitted.
  is_answered boolean not null default false
);
create index disputes_order_id on disputes (order_id);

-- Files as evidence against a dispute. The payment provider stores their content.
create table dispute_files (
  dispute_id text not null references disputes (id) on delete cascade,
  kind text not null check (kind in ('receipt', 'shippingDocumentation', 'customerCommunication', 'other')),
  -- The provider's ID.
  file_id text not null,
  -- The name on the admin's computer.
  name text not null,
  bytes integer not null check (bytes > 0),
  added_at timestamptz not null default now(),
  primary key (dispute_id, kind)
);

-- A card issuer suspects fraud, often before a dispute.
create table fraud_warnings (
  id text primary key,
  order_id text not null references payments (order_id),
  -- Such as 'made_with_stolen_card'.
  kind text not null,
  -- Whether a refund can still avoid a dispute.
  is_actionable boolean not null,
  opened_at timestamptz not null
);
create index fraud_warnings_order_id on fraud_warnings (order_id);

-- The payment provider's events, each once.
create table webhook_events (
  id text primary key,
  type text not null,
  -- The object that the event is about.
  object jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text
);
create index webhook_events_received_at on webhook_events (received_at);

create table reconciliations (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Number of compared intents and refunds.
  compared integer not null,
  -- Discrepancies, each with whether it was resolved.
  findings jsonb not null
);
