-- A refund that failed is asked for again by another one; at most once, so that two clicks never give money back twice.
alter table refunds add column retried_by integer unique references refunds (id);

-- What admins write to each other about an order; its customer never sees it.
create table order_notes (
  id integer generated always as identity primary key,
  order_id text not null references orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id integer references users (id) on delete set null,
  -- The username, which stays when the account is gone.
  actor text not null,
  text text not null
);
create index order_notes_order_id on order_notes (order_id);
