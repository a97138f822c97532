-- A visitor's cart is found by its cookie, a user's by the user.
create table carts (
  id integer generated always as identity primary key,
  -- SHA-256 of the cookie.
  token_hash text unique,
  user_id integer unique references users (id) on delete cascade,
  -- The token before a new one was set still finds the cart for some minutes, for requests that are under way.
  old_token_hash text,
  old_token_until timestamptz,
  created_at timestamptz not null default now(),
  -- To the day.
  used_at timestamptz not null default now(),
  check ((token_hash is null) <> (user_id is null)),
  constraint carts_old_token check ((old_token_hash is null) = (old_token_until is null))
);
create index carts_used_at on carts (used_at);
create unique index carts_old_token_hash on carts (old_token_hash) where old_token_hash is not null;

create table cart_items (
  id integer generated always as identity primary key,
  cart_id integer not null references carts (id) on delete cascade,
  variant_id integer not null references variants (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 999),
  created_at timestamptz not null default now(),
  unique (cart_id, variant_id)
);
create index cart_items_variant_id on cart_items (variant_id);

-- Removes an order's items from the cart that it was placed from. The second statement sees items that were added while the first
-- one waited.
create function subtract_order(id text) returns void language plpgsql as $$
begin
  delete from cart_items using orders join order_items on order_items.order_id = orders.id and order_items.version = orders.version
  where orders.id = subtract_order.id and cart_items.cart_id = orders.cart_id
    and cart_items.variant_id = order_items.variant_id and cart_items.quantity <= order_items.quantity;
  update cart_items set quantity = cart_items.quantity - order_items.quantity
  from orders join order_items on order_items.order_id = orders.id and order_items.version = orders.version
  where orders.id = subtract_order.id and cart_items.cart_id = orders.cart_id
    and cart_items.variant_id = order_items.variant_id and cart_items.quantity > order_items.quantity;
end
$$;
