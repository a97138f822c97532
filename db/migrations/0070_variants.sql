-- A product is sold as variants (docs/decisions/0055-variants.md). Its first variant has the product's ID, so rows that name a
-- product in carts, stock, and reservations name that variant, too. Filled without a lock; migration 0071 adds what changed in
-- the meantime.
create table variants (
  id integer primary key default nextval('products_id_seq'),
  product_id integer not null,
  -- One value for each option of the product, in their order. Empty without options.
  option_values text[] not null default '{}',
  sku text check (sku <> ''),
  barcode text check (barcode ~ '^\d{8,14}$'),
  price_cents integer not null check (price_cents >= 0),
  old_price_cents integer check (old_price_cents >= 0),
  prior_price_cents integer,
  in_stock boolean not null default true,
  -- Null: the product's weight.
  weight numeric check (weight >= 0),
  -- The URL of one of the product's images.
  image text,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

insert into variants (id, product_id, price_cents, old_price_cents, prior_price_cents, in_stock, created_at, updated_at)
  select id, id, price_cents, old_price_cents, prior_price_cents, in_stock, created_at, updated_at from products;

create index variants_product_id on variants (product_id, position, id);
create unique index variants_option_values on variants (product_id, option_values) where archived_at is null;
create unique index variants_sku on variants (lower(sku)) where sku is not null and archived_at is null;
