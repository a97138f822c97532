-- Taxes calculated by the payment provider (docs/decisions/0056-stripe-tax.md). The address is only part of the hash.
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
  -- The provider's idempotency keys contain the attempt, so a retry after a lost response gets the same response.
  attempt integer not null default 1,
  -- The calculation that replaces the order's expired one.
  calculation_id text,
  -- The provider's ID. A recorded transaction without an ID exists at the provider, but its response was lost.
  transaction_id text,
  problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state = 'recorded' or transaction_id is null)
);
create unique index tax_transactions_sale on tax_transactions (order_id) where refund_id is null;
create unique index tax_transactions_refund on tax_transactions (refund_id);
create index tax_transactions_order_id on tax_transactions (order_id);
create index tax_transactions_open on tax_transactions (updated_at) where state <> 'recorded';

-- The last response of VIES, the EU's register of VAT numbers, for each number (docs/decisions/0064-vat-numbers.md).
create table vat_checks (
  number text primary key,
  -- Null until VIES has responded.
  is_valid boolean,
  name text,
  consultation_number text,
  answered_at timestamptz,
  -- The last query without a response.
  failed_at timestamptz,
  -- While a query is running, others wait for its response.
  querying_until timestamptz,
  updated_at timestamptz not null,
  check ((is_valid is null) = (answered_at is null))
);
create index vat_checks_updated_at on vat_checks (updated_at);
