-- What a refund gives back of each part of its order, with the taxes, as agreed (docs/decisions/0063-refunds-by-line.md).
create table refund_lines (
  refund_id integer not null references refunds (id),
  order_item_id integer not null references order_items (id),
  -- 0 for the line's share of an amount.
  quantity integer not null check (quantity >= 0),
  -- With the taxes that were added to the price.
  amount_cents integer not null check (amount_cents >= 0),
  taxes jsonb not null,
  -- How many of the units the admin restocked, and how many of those weren't in stock yet after an earlier refund failed.
  restocked integer not null default 0 check (restocked between 0 and quantity),
  put_back integer not null default 0 check (put_back between 0 and restocked),
  primary key (refund_id, order_item_id)
);
create index refund_lines_order_item_id on refund_lines (order_item_id);

alter table refunds
  add column shipping_cents integer not null default 0 check (shipping_cents >= 0),
  add column shipping_taxes jsonb not null default '[]',
  -- Whether units or shipping were chosen. Otherwise an amount was spread over the order.
  add column is_by_line boolean not null default false,
  -- The return that the refund is for.
  add column return_id integer references returns (id);

-- The database decides how many units can be refunded, and put back into stock, even if two admins do it at the same time.
alter table order_items
  add column refunded integer not null default 0,
  add column restocked integer not null default 0,
  add constraint order_items_never_refund_too_much check (refunded between 0 and quantity),
  add constraint order_items_never_restock_too_much check (restocked between 0 and quantity);
