-- A visitor's cart is found by its cookie, a user's by the user.
create table carts (
  id integer generated always as identity primary key,
  -- SHA-256 of the cookie.
  token_hash text unique,
  user_id integer unique references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- To the day.
  used_at timestamptz not null default now(),
  check ((token_hash is null) <> (user_id is null))
);
create index carts_used_at on carts (used_at);

create table cart_items (
  id integer generated always as identity primary key,
  cart_id integer not null references carts (id) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 999),
  created_at timestamptz not null default now(),
  unique (cart_id, product_id)
);
create index cart_items_product_id on cart_items (product_id);

-- Of the quantity on the shelf, so much is held for orders that are being paid; the rest can be bought.
alter table stock
  add column held integer not null default 0,
  add column available integer generated always as (quantity - held) stored,
  add constraint stock_held_check check (held >= 0 and held <= quantity);

-- One hold for each order that is being paid.
create table holds (
  order_key text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index holds_expires_at on holds (expires_at);

create table hold_lines (
  order_key text not null references holds (order_key) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (order_key, product_id)
);
create index hold_lines_product_id on hold_lines (product_id);

-- Every change of a quantity. They add up to the stock; what is not counted adds up to nothing.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id integer not null references products (id) on delete cascade,
  change integer not null check (change <> 0),
  reason text not null check (reason in ('set', 'taken', 'put back')),
  -- The order for which it was taken or put back.
  order_key text,
  created_at timestamptz not null default now(),
  check ((reason = 'set') = (order_key is null))
);
create index stock_movements_product_id on stock_movements (product_id);
-- An order takes its products once.
create unique index stock_movements_taken_once on stock_movements (order_key, product_id) where reason = 'taken';

insert into stock_movements (product_id, change, reason)
  select product_id, quantity, 'set' from stock where quantity > 0;
