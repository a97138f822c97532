-- The tables are locked together or not at all, each within a tenth of a second, so no running transaction can deadlock with
-- this one.
do $$
begin
  set local lock_timeout = '100ms';
  loop
    begin
      lock table products, stock, hold_lines, stock_movements, cart_items, price_history, order_items, variants
        in access exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  set local lock_timeout = default;
end
$$;

-- Name and values of each option, such as [{"name": "Color", "values": ["Gray", "Blue"]}]. A product with options is sold by its
-- variants, and its prices and in_stock are a summary of theirs.
alter table products
  add column options jsonb not null default '[]',
  add column has_price_range boolean not null default false;

delete from variants where not exists (select from products where products.id = variants.id);
insert into variants (id, product_id, price_cents, old_price_cents, prior_price_cents, in_stock, created_at, updated_at)
  select id, id, price_cents, old_price_cents, prior_price_cents, in_stock, created_at, updated_at from products
  on conflict (id) do update set price_cents = excluded.price_cents, old_price_cents = excluded.old_price_cents,
    prior_price_cents = excluded.prior_price_cents, in_stock = excluded.in_stock, updated_at = excluded.updated_at
  where (variants.price_cents, variants.old_price_cents, variants.prior_price_cents, variants.in_stock)
    is distinct from (excluded.price_cents, excluded.old_price_cents, excluded.prior_price_cents, excluded.in_stock);

-- In these tables product_id is the ID of a variant from here on. The name stays while nodes of the previous version may run:
-- for products without options, both IDs are the same. Migration 0072 validates the references.
alter table variants add foreign key (product_id) references products (id) on delete cascade not valid;
alter table stock drop constraint stock_product_id_fkey,
  add constraint stock_variant_fkey foreign key (product_id) references variants (id) on delete cascade not valid;
alter table hold_lines drop constraint hold_lines_product_id_fkey,
  add constraint hold_lines_variant_fkey foreign key (product_id) references variants (id) on delete cascade not valid;
alter table stock_movements drop constraint stock_movements_product_id_fkey,
  add constraint stock_movements_variant_fkey foreign key (product_id) references variants (id) on delete cascade not valid;
alter table cart_items drop constraint cart_items_product_id_fkey,
  add constraint cart_items_variant_fkey foreign key (product_id) references variants (id) on delete cascade not valid;
alter table price_history drop constraint price_history_product_id_fkey,
  add constraint price_history_variant_fkey foreign key (product_id) references variants (id) on delete cascade not valid;

-- The variant as it was at the purchase; null if the product had no options then.
alter table order_items
  add column variant_id integer,
  add column variant_title text,
  add column variant_sku text,
  add column variant_image text,
  add constraint order_items_variant_fkey foreign key (variant_id) references variants (id) not valid;

create trigger page_change after insert or update or delete on variants execute function note_page_change();

-- The price history is that of variants.
drop trigger first_prices on products;
drop trigger prior_price on products;
drop trigger price_change on products;
create trigger first_prices after insert on variants referencing new table as added
  for each statement execute function note_first_prices();

create function variant_price_time(variant variants) returns timestamptz language sql stable as $$
  select greatest(variant.updated_at, (select max(at) from price_history where product_id = variant.id))
$$;

create or replace function find_prior_price() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  if new.old_price_cents is null or new.old_price_cents <= new.price_cents then
    new.prior_price_cents := null;
  elsif new.price_cents <> old.price_cents or old.old_price_cents is null or old.old_price_cents <= old.price_cents then
    since := variant_price_time(new) - interval '30 days';
    -- The first of these prices took effect before the 30 days began, or when the variant was added.
    select min(price_cents) into new.prior_price_cents from price_history
      where product_id = new.id and at >= coalesce(
        (select max(at) from price_history where product_id = new.id and at <= since), '-infinity');
  end if;
  return new;
end
$$;
create trigger prior_price before update of price_cents, old_price_cents on variants for each row
  when (new.price_cents <> old.price_cents or new.old_price_cents is distinct from old.old_price_cents)
  execute function find_prior_price();

create or replace function note_price_change() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, at, price_cents, old_price_cents)
    values (new.id, variant_price_time(new), new.price_cents, new.old_price_cents)
    on conflict (product_id, at) do update
      set price_cents = excluded.price_cents, old_price_cents = excluded.old_price_cents;
  return null;
end
$$;
create trigger price_change after update of price_cents, old_price_cents on variants for each row
  when (new.price_cents <> old.price_cents or new.old_price_cents is distinct from old.old_price_cents)
  execute function note_price_change();
drop function price_change_time(products, timestamptz);

-- A new product begins with one variant.
create function insert_first_variants() returns trigger language plpgsql as $$
begin
  insert into variants (id, product_id, price_cents, old_price_cents, in_stock, created_at, updated_at)
    select id, id, price_cents, old_price_cents, in_stock, created_at, created_at from added;
  return null;
end
$$;
create trigger first_variants after insert on products referencing new table as added
  for each statement execute function insert_first_variants();

-- A product without options is priced in its own row, by this version and the previous one, and its only variant follows.
create function update_first_variants() returns trigger language plpgsql as $$
declare
  product record;
  is_changed boolean := false;
begin
  for product in
    select changed.id, changed.options from changed join before using (id)
    where (changed.price_cents, changed.old_price_cents, changed.in_stock)
      is distinct from (before.price_cents, before.old_price_cents, before.in_stock)
  loop
    is_changed := true;
    if product.options <> '[]' then
      raise exception 'Product % is priced by its variants', product.id
        using errcode = 'check_violation', constraint = 'products_priced_by_variants';
    end if;
  end loop;
  if is_changed then
    update variants set price_cents = changed.price_cents, old_price_cents = changed.old_price_cents,
      in_stock = changed.in_stock,
      updated_at = case when changed.updated_at is distinct from before.updated_at then changed.updated_at else now() end
    from changed join before using (id)
    where variants.id = changed.id and (variants.price_cents, variants.old_price_cents, variants.in_stock)
      is distinct from (changed.price_cents, changed.old_price_cents, changed.in_stock);
  end if;
  return null;
end
$$;
create trigger first_variants_changed after update on products referencing old table as before new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function update_first_variants();

-- A product shows the prices of its cheapest active variant that can be bought, or of all if none can. Lists sort and filter
-- by this summary as they did by the product's own price.
create function summarize_variants(product_ids integer[]) returns void language plpgsql as $$
begin
  perform from products where id = any (product_ids) order by id for no key update;
  update products set price_cents = summary.price_cents, old_price_cents = summary.old_price_cents,
    prior_price_cents = summary.prior_price_cents, in_stock = summary.in_stock, has_price_range = summary.has_price_range
  from (
    select distinct on (variants.product_id) variants.product_id, price_cents, old_price_cents, prior_price_cents,
      bool_or(in_stock) over product as in_stock,
      min(price_cents) over product <> max(price_cents) over product as has_price_range
    from variants left join stock on stock.product_id = variants.id
    where variants.product_id = any (product_ids) and archived_at is null
    window product as (partition by variants.product_id)
    order by variants.product_id, (in_stock and coalesce(available, 1) > 0) desc, price_cents, position, variants.id
  ) as summary
  where products.id = summary.product_id and
    (products.price_cents, products.old_price_cents, products.prior_price_cents, products.in_stock, products.has_price_range)
    is distinct from
    (summary.price_cents, summary.old_price_cents, summary.prior_price_cents, summary.in_stock, summary.has_price_range);
end
$$;

create function summarize_changed_variants() returns trigger language plpgsql as $$
begin
  perform summarize_variants(array(select distinct product_id from changed));
  return null;
end
$$;
create trigger summary after update on variants referencing new table as changed
  for each statement execute function summarize_changed_variants();

create function summarize_added_variants() returns trigger language plpgsql as $$
begin
  perform summarize_variants(array(
    select distinct product_id from added join products on products.id = product_id where products.options <> '[]'));
  return null;
end
$$;
create trigger summary_of_added after insert on variants referencing new table as added
  for each statement execute function summarize_added_variants();

-- Another variant can become the cheapest that can be bought when one sells out or is restocked.
create function summarize_stock() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  ids := array(
    select distinct variants.product_id
    from changed join before on before.product_id = changed.product_id
      join variants on variants.id = changed.product_id
      join products on products.id = variants.product_id
    where (coalesce(before.available, 1) > 0) <> (coalesce(changed.available, 1) > 0) and products.options <> '[]');
  if cardinality(ids) > 0 then
    perform summarize_variants(ids);
  end if;
  return null;
end
$$;
create trigger summary after update on stock referencing old table as before new table as changed
  for each statement execute function summarize_stock();

create function summarize_added_stock() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  ids := array(
    select distinct variants.product_id
    from added join variants on variants.id = added.product_id join products on products.id = variants.product_id
    where added.available = 0 and products.options <> '[]');
  if cardinality(ids) > 0 then
    perform summarize_variants(ids);
  end if;
  return null;
end
$$;
create trigger summary_of_added after insert on stock referencing new table as added
  for each statement execute function summarize_added_stock();
