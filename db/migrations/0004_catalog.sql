create table categories (
  id integer generated always as identity primary key,
  name text not null,
  slug text not null unique,
  description text not null,
  icon text not null default 'fa-folder',
  -- The URL of its photograph.
  image text,
  -- Null: the shop's standard tax class.
  tax_class text,
  -- Search tokens of the name.
  document tsvector not null default '',
  -- Detects edit conflicts.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A product is sold as variants, at least one (docs/decisions/0077-one-product.md).
create table products (
  id integer generated always as identity primary key,
  name text not null,
  slug text unique,
  description text not null,
  -- A summary of the variants, by which lists sort and filter. Only summarize_variants writes it (0007_stock.sql).
  price_cents integer not null default 0,
  old_price_cents integer,
  prior_price_cents integer,
  has_price_range boolean not null default false,
  -- The own content of the variant whose price is above. Null: the product's.
  variant_content numeric,
  in_stock boolean not null default false,
  category_id integer not null references categories (id),
  -- Name and values of each option, such as [{"name": "Color", "values": ["Gray", "Blue"]}].
  options jsonb not null default '[]',
  rating numeric(2, 1) not null default 4.5 check (rating between 0 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  -- Whether rating and review_count are computed from reviews instead of entered by an admin.
  has_reviews boolean not null default false,
  is_new boolean not null default false,
  is_featured boolean not null default false,
  is_on_sale boolean not null default false,
  colors text[] not null default '{}',
  shipping_days integer check (shipping_days > 0),
  -- Null: the shop's flat rate.
  shipping_cost_cents integer check (shipping_cost_cents >= 0),
  weight numeric check (weight >= 0),
  weight_unit text,
  -- What a unit contains, such as 250 g, and what its unit price refers to, such as '100 g'. Null: the default of the unit.
  content numeric check (content > 0),
  content_unit text,
  unit_price_base text,
  -- Product safety (Regulation (EU) 2023/988, article 19).
  manufacturer text,
  manufacturer_address text,
  manufacturer_contact text,
  safety_warnings text,
  -- Null: the category's tax class.
  tax_class text,
  archived_at timestamptz,
  -- A draft isn't active yet. Whatever leaves out archived products leaves it out, too, but other products don't take its slug
  -- and SKUs.
  is_draft boolean not null default false,
  check (archived_at is not null or not is_draft),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_category_id on products (category_id);
-- One index for each sort order of lists, with ties by ID, and with the columns that filters read, so a page is found without
-- reading products that aren't on it. None contains archived products.
create index products_by_catalog on products (is_featured, created_at, id)
  include (category_id, price_cents, rating, is_on_sale, colors) where archived_at is null;
create index products_by_price on products (price_cents, id)
  include (category_id, rating, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_rating on products (rating, id)
  include (category_id, price_cents, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_time on products (created_at, id)
  include (category_id, price_cents, rating, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_category on products (category_id, price_cents, id)
  include (rating, is_featured, is_on_sale) where archived_at is null;
-- Finds rare colors. Frequent ones are counted and found in the indexes of the sort orders.
create index products_by_color on products using gin (colors) with (fastupdate = off) where archived_at is null;
-- The admin's list: last change first, and parts of names.
create extension if not exists pg_trgm;
create index products_by_update on products (updated_at, id);
create index products_name_parts on products using gin (name gin_trgm_ops, slug gin_trgm_ops);

-- What is sold. A product's first variant has the product's ID, which the API uses for a product without options.
create table variants (
  id integer primary key default nextval('products_id_seq'),
  product_id integer not null references products (id) on delete cascade,
  -- One value for each option of the product, in the same order. Empty if the product has no options.
  option_values text[] not null default '{}',
  sku text check (sku <> ''),
  -- As searches compare it: in lowercase, without separators.
  sku_code text collate "C" generated always as (nullif(lower(regexp_replace(sku, '[^[:alnum:]]+', '', 'g')), '')) stored,
  barcode text check (barcode ~ '^\d{8,14}$'),
  price_cents integer not null check (price_cents >= 0),
  old_price_cents integer check (old_price_cents >= 0),
  -- The lowest price of the 30 days before the current discount (Directive 98/6/EC, article 6a), determined when the discount begins.
  -- Null without a discount, or if no earlier price is known.
  prior_price_cents integer,
  in_stock boolean not null default true,
  -- Null: the product's weight.
  weight numeric check (weight >= 0),
  -- Null: the product's content.
  content numeric check (content > 0),
  -- The URL of one of the product's images.
  image text,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index variants_product_id on variants (product_id, position, id);
create unique index variants_option_values on variants (product_id, option_values) where archived_at is null;
create unique index variants_sku on variants (lower(sku)) where sku is not null and archived_at is null;
create index variants_sku_code on variants (sku_code) where sku_code is not null and archived_at is null;
create index variants_barcode on variants (ltrim(barcode, '0')) where barcode is not null and archived_at is null;

create table product_images (
  product_id integer not null references products (id) on delete cascade,
  position integer not null,
  url text not null,
  alt text not null default '',
  width integer,
  height integer,
  primary key (product_id, position)
);

-- A renamed product is still found by its earlier slugs.
create table product_old_slugs (
  slug text primary key,
  product_id integer not null references products (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index product_old_slugs_product_id on product_old_slugs (product_id);

create trigger page_change after insert or update or delete on categories execute function record_page_change();

-- The responses that show a product, and all lists if it may have joined, left, or moved in one. All pages have a menu without empty
-- categories, so 'shop' if one may have become empty, or has its first product. A slug leads to the product that had it until another
-- one takes it.
create function record_changed_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform record_page_changes(array(
      select 'product-' || id from changed join before using (id) where changed is distinct from before
      union all
      select 'lists' from changed join before using (id)
      where (changed.category_id, changed.price_cents, changed.rating, changed.has_reviews, changed.is_featured, changed.is_on_sale, changed.colors,
          changed.options = '[]', changed.created_at, changed.archived_at)
        is distinct from
        (before.category_id, before.price_cents, before.rating, before.has_reviews, before.is_featured, before.is_on_sale, before.colors,
          before.options = '[]', before.created_at, before.archived_at)
      union all
      select 'shop' from changed join before using (id)
      where (changed.category_id, changed.archived_at is null) <> (before.category_id, before.archived_at is null)
      union all
      select 'product-' || product_id
      from product_old_slugs join changed using (slug) join before on before.id = changed.id
      where (changed.slug, changed.archived_at) is distinct from (before.slug, before.archived_at)));
  else
    perform record_page_changes(array(
      select 'shop' from changed where archived_at is null
      union all
      select 'product-' || id from changed where archived_at is not null));
  end if;
  return null;
end
$$;

create trigger page_change_of_new after insert on products referencing new table as changed
  for each statement execute function record_changed_products();
create trigger page_change after update on products referencing old table as before new table as changed
  for each statement execute function record_changed_products();
create trigger page_change_of_old after delete on products referencing old table as changed
  for each statement execute function record_changed_products();

-- For tables with a product_id: the responses that show the product.
create function record_products_of_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform record_page_changes(array(
      select 'product-' || product_id from (
        (table changed except table before) union all (table before except table changed)) as different));
  else
    perform record_page_changes(array(select 'product-' || product_id from changed));
  end if;
  return null;
end
$$;

create trigger page_change_of_new after insert on variants referencing new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change after update on variants referencing old table as before new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change_of_old after delete on variants referencing old table as changed
  for each statement execute function record_products_of_changed();

create trigger page_change_of_new after insert on product_images referencing new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change after update on product_images referencing old table as before new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change_of_old after delete on product_images referencing old table as changed
  for each statement execute function record_products_of_changed();

create trigger page_change_of_new after insert on product_old_slugs referencing new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change after update on product_old_slugs referencing old table as before new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change_of_old after delete on product_old_slugs referencing old table as changed
  for each statement execute function record_products_of_changed();
