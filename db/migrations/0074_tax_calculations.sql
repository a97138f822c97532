-- Taxes that the payment provider calculated (docs/decisions/0056-stripe-tax.md). The address is only part of the hash.
create table tax_calculations (
  -- The provider's ID.
  id text primary key,
  -- SHA-256 of everything the taxes depend on.
  request_hash text not null,
  -- The lines as requested, with their tax classes.
  lines jsonb not null,
  taxes jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index tax_calculations_request_hash on tax_calculations (request_hash, created_at);
create index tax_calculations_created_at on tax_calculations (created_at);

-- What the shop reports to the provider for its tax reports: one row for each paid order, and one for each of its refunds.
create table tax_transactions (
  id integer primary key generated always as identity,
  order_id text not null references orders (id),
  -- Null for the sale.
  refund_id integer references refunds (id),
  state text not null default 'pending' check (state in ('pending', 'recorded', 'failed')),
  -- The provider's ID once it is recorded.
  transaction_id text,
  problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'recorded') = (transaction_id is not null))
);
create unique index tax_transactions_sale on tax_transactions (order_id) where refund_id is null;
create unique index tax_transactions_refund on tax_transactions (refund_id);
create index tax_transactions_order_id on tax_transactions (order_id);
create index tax_transactions_open on tax_transactions (updated_at) where state <> 'recorded';
