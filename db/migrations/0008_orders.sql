create table orders (
  -- Random and unguessable, Crockford's base32.
  id text primary key check (id ~ '^PL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  -- Null: a guest's, or the account is gone.
  user_id integer references users (id) on delete set null,
  -- The cart it was placed from, while there is one.
  cart_id integer references carts (id) on delete set null,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  -- Which of its versions counts: the last one that the payment provider agreed to; of a paid order the one that was paid.
  version integer not null default 1,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  address text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null,
  carrier text,
  tracking_number text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_user_id on orders (user_id);
create index orders_email on orders (lower(email));
create index orders_created_at on orders (created_at);
-- Asking again for the same cart finds the same order.
create unique index orders_open_once_per_cart on orders (cart_id) where status = 'pending';

-- What was to be paid, each time that the cart was changed on the way to the payment.
create table order_versions (
  order_id text not null references orders (id) on delete cascade,
  version integer not null,
  subtotal_cents integer not null check (subtotal_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  total_cents integer not null generated always as (subtotal_cents + shipping_cents) stored,
  created_at timestamptz not null default now(),
  primary key (order_id, version)
);

-- Name, image and price as they were at the purchase.
create table order_items (
  id integer generated always as identity primary key,
  order_id text not null,
  version integer not null,
  product_id integer not null references products (id),
  name text not null,
  image text not null,
  price_cents integer not null check (price_cents >= 0),
  quantity integer not null check (quantity > 0),
  foreign key (order_id, version) references order_versions (order_id, version) on delete cascade,
  unique (order_id, version, product_id)
);
create index order_items_product_id on order_items (product_id);

-- Every status that an order came to; never changed.
create table order_moves (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id) on delete cascade,
  at timestamptz not null default now(),
  from_status text,
  to_status text not null,
  -- Who did it, when it was an admin.
  actor_id integer references users (id) on delete set null,
  -- 'customer', 'provider', 'shop', or an admin's username, which stays when the account is gone.
  actor text not null
);
create index order_moves_order_id on order_moves (order_id);
