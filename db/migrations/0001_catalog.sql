create table categories (
  id integer generated always as identity primary key,
  name text not null,
  slug text not null unique,
  description text not null,
  icon text not null default 'fa-folder',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table products (
  id integer generated always as identity primary key,
  name text not null,
  slug text unique,
  description text not null,
  price_cents integer not null check (price_cents >= 0),
  old_price_cents integer check (old_price_cents >= 0),
  category_id integer not null references categories (id),
  rating numeric(2, 1) not null default 4.5 check (rating between 0 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  -- True once rating and review_count are computed from real reviews instead of typed by an admin.
  has_reviews boolean not null default false,
  is_new boolean not null default false,
  is_featured boolean not null default false,
  is_on_sale boolean not null default false,
  in_stock boolean not null default true,
  colors text[] not null default '{}',
  shipping_days integer check (shipping_days > 0),
  -- Null: the shop's flat rate.
  shipping_cost_cents integer check (shipping_cost_cents >= 0),
  weight numeric check (weight >= 0),
  weight_unit text,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_category_id on products (category_id);

create table product_images (
  product_id integer not null references products (id) on delete cascade,
  position integer not null,
  url text not null,
  alt text not null default '',
  width integer,
  height integer,
  primary key (product_id, position)
);

-- A renamed product still answers at the slugs it had before.
create table product_old_slugs (
  slug text primary key,
  product_id integer not null references products (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index product_old_slugs_product_id on product_old_slugs (product_id);

-- Written by the stock slice only; a null quantity is not counted.
create table stock (
  product_id integer primary key references products (id) on delete cascade,
  quantity integer check (quantity >= 0)
);
