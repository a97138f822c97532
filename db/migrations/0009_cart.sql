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
