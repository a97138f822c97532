create table stock (
  variant_id integer primary key references variants (id) on delete cascade,
  -- Null: not counted.
  quantity integer check (quantity >= 0),
  -- Reserved for unpaid orders.
  held integer not null default 0,
  available integer generated always as (quantity - held) stored,
  constraint stock_held_check check (held >= 0 and held <= quantity)
);
create index stock_available on stock (available) where available is not null;
create trigger page_change after insert or update or delete on stock execute function record_page_change();

-- One reservation for each unpaid order.
create table reservations (
  order_key text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index reservations_expires_at on reservations (expires_at);

create table reservation_items (
  order_key text not null references reservations (order_key) on delete cascade,
  variant_id integer not null references variants (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (order_key, variant_id)
);
create index reservation_items_variant_id on reservation_items (variant_id);

-- Every change of a quantity. The sum of a variant's movements is its stock, or 0 if it isn't counted.
create table stock_movements (
  id bigint generated always as identity primary key,
  variant_id integer not null references variants (id) on delete cascade,
  change integer not null check (change <> 0),
  -- 'platform': sales, returns, and deliveries there.
  reason text not null check (reason in ('set', 'taken', 'put back', 'platform')),
  -- The order that took the units, or whose units were restocked.
  order_key text,
  created_at timestamptz not null default now(),
  check ((reason in ('set', 'platform')) = (order_key is null))
);
create index stock_movements_variant_id on stock_movements (variant_id);
-- An order deducts its items once.
create unique index stock_movements_taken_once on stock_movements (order_key, variant_id) where reason = 'taken';

-- A product shows the prices of its cheapest active variant that is available, or of all if none is. Lists sort and filter by this
-- summary.
create function summarize_variants(product_ids integer[]) returns void language plpgsql as $$
begin
  if product_ids = '{}' then
    return;
  end if;
  perform from products where id = any (product_ids) order by id for no key update;
  update products set price_cents = summary.price_cents, old_price_cents = summary.old_price_cents,
    prior_price_cents = summary.prior_price_cents, in_stock = summary.in_stock, has_price_range = summary.has_price_range
  from (
    select distinct on (variants.product_id) variants.product_id, price_cents, old_price_cents, prior_price_cents,
      bool_or(in_stock) over product as in_stock,
      min(price_cents) over product <> max(price_cents) over product as has_price_range
    from variants left join stock on stock.variant_id = variants.id
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

create function summarize_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'variants' then
    perform summarize_variants(array(select distinct product_id from changed));
  elsif tg_op = 'INSERT' then
    perform summarize_variants(array(
      select distinct product_id from variants join changed on variant_id = id where available = 0));
  else
    -- Another variant can become the cheapest available one when one sells out or is restocked.
    perform summarize_variants(array(
      select distinct product_id from variants join changed on changed.variant_id = id join before using (variant_id)
      where (coalesce(before.available, 1) > 0) <> (coalesce(changed.available, 1) > 0)));
  end if;
  return null;
end
$$;
create trigger summary_of_new after insert on variants referencing new table as changed
  for each statement execute function summarize_changed();
create trigger summary after update on variants referencing new table as changed
  for each statement execute function summarize_changed();
create trigger summary_of_new after insert on stock referencing new table as changed
  for each statement execute function summarize_changed();
create trigger summary after update on stock referencing old table as before new table as changed
  for each statement execute function summarize_changed();
