-- An order is found by its id and e-mail address as one key, so that a wrong id and a wrong address are the same work.
create unique index orders_tracking_key on orders ((id || ' ' || lower(email)));

-- Somebody withdraws from a contract, or from a part of it. Never changes the order's status.
create table returns (
  id integer generated always as identity primary key,
  order_id text not null references orders (id),
  status text not null default 'requested' check (status in ('requested', 'accepted', 'refused')),
  -- In the customer's words.
  reason text,
  -- How it was settled: what is refunded and whether its items went back on the shelf, or why it was refused.
  refund_cents integer check (refund_cents >= 0),
  restocked boolean,
  answer text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((status = 'requested') = (settled_at is null)),
  check ((status = 'accepted') = (refund_cents is not null and restocked is not null)),
  check ((status = 'refused') = (answer is not null))
);
create index returns_order_id on returns (order_id);
create index returns_status on returns (status, id);

create table return_lines (
  return_id integer not null references returns (id),
  order_item_id integer not null references order_items (id),
  quantity integer not null check (quantity > 0),
  primary key (return_id, order_item_id)
);
create index return_lines_order_item_id on return_lines (order_item_id);

-- The ledger of a return; never changed.
create table return_moves (
  id bigint generated always as identity primary key,
  return_id integer not null references returns (id),
  at timestamptz not null default now(),
  status text not null,
  -- Who did it, when it was an admin.
  actor_id integer references users (id) on delete set null,
  -- 'customer', or an admin's username, which stays when the account is gone.
  actor text not null,
  note text
);
create index return_moves_return_id on return_moves (return_id);
