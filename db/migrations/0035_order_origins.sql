-- The network address each recent order came from, to limit the stock and the declined cards of one address. Rows are
-- deleted after two days.
create table order_origins (
  order_id text primary key references orders (id) on delete cascade,
  -- SHA-256 of the address.
  address_hash text not null,
  created_at timestamptz not null default now(),
  -- When the order ended without a payment, and how much that counts against the address and the account.
  unpaid_at timestamptz,
  unpaid_weight integer check (unpaid_weight >= 0),
  check ((unpaid_at is null) = (unpaid_weight is null))
);
create index order_origins_address_hash on order_origins (address_hash, created_at);
create index order_origins_created_at on order_origins (created_at);
