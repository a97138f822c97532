-- Orders readings of the platform's counts against pushes to it: a reading that began before a push ended may or may not
-- include it.
create sequence stock_push_clock;

-- A stock movement to repeat at the platform, written with the movement itself, and applied there once.
create table stock_pushes (
  movement_id bigint primary key references stock_movements (id) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'applied', 'refused', 'unknown', 'dismissed')),
  -- The platform's inventory items and locations, fixed before the first attempt: an idempotency key goes with one input.
  changes jsonb,
  -- Grows when the platform, or an admin, asks for a new idempotency key.
  round integer not null default 0,
  attempts integer not null default 0,
  sent_at timestamptz,
  next_at timestamptz not null default now(),
  error text,
  -- The clock when the push ended.
  ended_at_clock bigint,
  check (state <> 'sending' or changes is not null)
);
create index stock_pushes_product_id on stock_pushes (product_id, ended_at_clock);
create index stock_pushes_open on stock_pushes (next_at) where state in ('waiting', 'sending');
create index stock_pushes_problems on stock_pushes (movement_id desc) where state in ('waiting', 'sending', 'refused', 'unknown');

-- The clock when a run began to read.
alter table sync_runs add column stock_clock bigint not null default nextval('stock_push_clock');
