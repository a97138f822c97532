-- Return requests, also as a withdrawal from the contract. They never change the order's status.
create table returns (
  id integer generated always as identity primary key,
  order_id text not null references orders (id),
  status text not null default 'requested' check (status in ('requested', 'accepted', 'refused')),
  -- Whether it is a withdrawal from the contract (Directive 2011/83/EU, article 11a), which can't be declined, and the name that the
  -- customer stated in it.
  is_withdrawal boolean not null default false,
  withdrawn_by text,
  -- The customer's words.
  reason text,
  -- If accepted, the refund and whether the items were restocked; if declined, the reason.
  refund_cents integer check (refund_cents >= 0),
  restocked boolean,
  answer text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'requested') = (decided_at is null)),
  check ((status = 'accepted') = (refund_cents is not null and restocked is not null)),
  check ((status = 'refused') = (answer is not null)),
  check (status <> 'refused' or not is_withdrawal)
);
create index returns_order_id on returns (order_id);
create index returns_status on returns (status, id);

create table return_items (
  return_id integer not null references returns (id),
  order_item_id integer not null references order_items (id),
  quantity integer not null check (quantity > 0),
  primary key (return_id, order_item_id)
);
create index return_items_order_item_id on return_items (order_item_id);

-- Status transitions of returns; never changed.
create table return_transitions (
  id bigint generated always as identity primary key,
  return_id integer not null references returns (id),
  at timestamptz not null default now(),
  status text not null,
  -- The admin.
  actor_id integer references users (id) on delete set null,
  -- 'customer', or an admin's username, which stays after the account is deleted.
  actor text not null,
  note text
);
create index return_transitions_return_id on return_transitions (return_id);
