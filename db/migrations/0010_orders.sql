create table orders (
  -- The prefix that the store owner had chosen, and a random number in Crockford's Base32.
  id text primary key check (id ~ '^[A-Z0-9]{1,8}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  -- The account that may see the order; null: a guest's order, or the account was deleted.
  user_id integer references users (id) on delete set null,
  -- The account that was signed in when the order was placed, which limits and known addresses depend on.
  placed_by integer references users (id) on delete set null,
  -- Whether the account added the guest order with its ID and email address. It sees no full address then, and the account that
  -- verified the inbox of that address can still add the order.
  claimed_by_number boolean not null default false,
  -- The cart it was placed from, while the cart exists.
  cart_id integer references carts (id) on delete set null,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  -- The current version: the last one accepted by the payment provider; for a paid order, the paid one.
  version integer not null default 1,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Empty if the checkout didn't ask for it.
  phone text not null,
  company text,
  address text not null,
  address2 text,
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null,
  -- As entered, in the shape of the API; null: the same as the shipping address.
  billing_address jsonb,
  -- The VAT number of a business customer: its state, country, time, name, and consultation number.
  vat_number jsonb,
  -- Days after delivery during which its items can be returned, as promised when it was placed.
  return_days integer not null default 30,
  carrier text,
  tracking_number text,
  -- An order with a reason isn't shipped until an admin has approved it.
  review_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_user_id on orders (user_id);
create index orders_placed_by on orders (placed_by, created_at);
create index orders_cart_id on orders (cart_id);
create index orders_email on orders (lower(email));
create index orders_created_at on orders (created_at);
-- Orders to ship, and those held for review.
create index orders_processing on orders (created_at) where status = 'processing';
create index orders_unverified_vat_number on orders (created_at) where vat_number ->> 'state' = 'unverified';
-- A repeated checkout of the same cart finds the same order.
create unique index orders_open_once_per_cart on orders (cart_id) where status = 'pending';
-- ID and email address form one key, so a wrong ID takes as long as a wrong email address.
create unique index orders_tracking_key on orders ((id || ' ' || lower(email)));
-- Reviews show whether their authors bought the product.
create function record_changed_buyer() returns trigger language plpgsql as $$
begin
  perform record_page_changes(reviewed_product_tags(array[old.user_id, new.user_id]));
  return null;
end
$$;
create trigger page_change after update of status, version, user_id on orders for each row
  when ((old.status, old.version, old.user_id) is distinct from (new.status, new.version, new.user_id)
    and (old.status <> 'pending' or new.status <> 'pending'))
  execute function record_changed_buyer();
create trigger page_change_of_old after delete on orders for each row
  when (old.status not in ('pending', 'cancelled')) execute function record_changed_buyer();

-- What the shopper agreed to with each change before the payment: the items, the amounts, and what these were calculated for.
create table order_versions (
  order_id text not null references orders (id) on delete cascade,
  version integer not null,
  subtotal_cents integer not null check (subtotal_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  -- Tax that is added to the prices. Tax contained in prices is part of the subtotal and shipping.
  tax_cents integer not null default 0 constraint tax_not_negative check (tax_cents >= 0),
  total_cents integer not null generated always as (subtotal_cents + shipping_cents + tax_cents) stored,
  -- The whole quote that the shopper accepted (docs/decisions/0050-one-quote.md). The columns are for searches, sorting, and sums.
  quote jsonb not null,
  -- The addresses, the contact data, and the VAT number of this version, in the shape of the API. The order gets those of the version
  -- that the payment provider has accepted, and finally of the one that was paid.
  addresses jsonb not null,
  created_at timestamptz not null default now(),
  primary key (order_id, version),
  constraint quote_agrees check (
    (quote ->> 'subtotalCents')::bigint is not distinct from subtotal_cents
    and (quote ->> 'shippingCents')::bigint is not distinct from shipping_cents
    and coalesce((quote ->> 'taxCents')::bigint, 0) is not distinct from tax_cents
    and (quote ->> 'totalCents')::bigint is not distinct from total_cents)
);

-- The variant, with its name, image, and price at the time of the purchase.
create table order_items (
  id integer generated always as identity primary key,
  order_id text not null,
  version integer not null,
  product_id integer not null references products (id),
  variant_id integer not null references variants (id),
  name text not null,
  image text not null,
  -- Null if the product had no options.
  variant_title text,
  variant_sku text,
  variant_image text,
  price_cents integer not null check (price_cents >= 0),
  -- The unit price at the time of purchase and what it refers to, such as '100 g'. Null if the product had no content.
  unit_price_cents integer check (unit_price_cents >= 0),
  unit_price_base text,
  quantity integer not null check (quantity > 0),
  -- The database limits how many units can be refunded and restocked, even if two admins do it at the same time.
  refunded integer not null default 0
    constraint order_items_never_refund_too_much check (refunded between 0 and quantity),
  restocked integer not null default 0
    constraint order_items_never_restock_too_much check (restocked between 0 and quantity),
  foreign key (order_id, version) references order_versions (order_id, version) on delete cascade
);
create index order_items_product_id on order_items (product_id);
create index order_items_variant_id on order_items (variant_id);
-- An order can contain several variants of a product, each once.
create unique index order_items_once_per_variant on order_items (order_id, version, variant_id);

-- The IP addresses that recent orders were placed and changed from, to limit reservations and declined cards. An order counts for each of
-- them. Rows are deleted after two days.
create table order_origins (
  order_id text not null references orders (id) on delete cascade,
  -- SHA-256 of the IP address.
  address_hash text not null,
  created_at timestamptz not null default now(),
  -- How many versions of the order came from the address.
  versions integer not null default 1,
  -- When the order ended without a payment, and how much that counts against the address and the account.
  unpaid_at timestamptz,
  unpaid_weight integer check (unpaid_weight >= 0),
  -- When the order first reserved more units than may be reserved for long from an address without a paid order.
  large_held_at timestamptz,
  primary key (order_id, address_hash),
  check ((unpaid_at is null) = (unpaid_weight is null))
);
create index order_origins_address_hash on order_origins (address_hash, created_at);
create index order_origins_created_at on order_origins (created_at);

-- Status transitions of orders; never changed.
create table order_transitions (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id) on delete cascade,
  at timestamptz not null default now(),
  from_status text,
  to_status text not null,
  -- The admin.
  actor_id integer references users (id) on delete set null,
  -- 'customer', 'provider', 'shop', or an admin's username, which stays after the account is deleted.
  actor text not null
);
create index order_transitions_order_id on order_transitions (order_id);

-- Notes for other admins. Customers never see them.
create table order_notes (
  id integer generated always as identity primary key,
  order_id text not null references orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id integer references users (id) on delete set null,
  -- The username, which stays after the account is deleted.
  actor text not null,
  text text not null
);
create index order_notes_order_id on order_notes (order_id);
