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

-- Responses show how many units are available, which neither a payment nor an untracked variant changes. Pages show only the last
-- five (LOW_STOCK), so a change above has a tag that pages don't have.
create function record_changed_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform record_page_changes(array(
      select case when before.available > 5 and changed.available > 5 then 'stock-' else 'product-' end || product_id
      from variants join changed on changed.variant_id = id join before using (variant_id)
      where before.available is distinct from changed.available));
  else
    perform record_page_changes(array(
      select 'product-' || product_id from variants join changed on variant_id = id where available is not null));
  end if;
  return null;
end
$$;
create trigger page_change_of_new after insert on stock referencing new table as changed
  for each statement execute function record_changed_stock();
create trigger page_change after update on stock referencing old table as before new table as changed
  for each statement execute function record_changed_stock();
create trigger page_change_of_old after delete on stock referencing old table as changed
  for each statement execute function record_changed_stock();

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

-- An order's stock is changed by one call, whose statements each see what the locks before them waited for (docs/decisions/0010).

-- Locks the products that the stock belongs to, then the stock, both in order of ID, so two orders with the same variants can't
-- deadlock. When a variant sells out or is restocked, a trigger updates its product.
create function lock_stock(variant_ids integer[]) returns void language plpgsql as $$
begin
  perform from products where id in (select product_id from variants where id = any (variant_ids))
    order by id for no key update;
  perform from stock where variant_id = any (variant_ids) order by variant_id for update;
end
$$;

-- Adds to the quantities on hand and reserved of these variants. Returns those whose stock is counted, or null without changes
-- if one would fall short or is unknown.
create function change_stock(variant_ids integer[], quantities integer[], helds integer[]) returns integer[] language plpgsql as $$
declare
  counted integer[];
begin
  perform lock_stock(variant_ids);
  with moves as (
    select * from unnest(variant_ids, quantities, helds) as moves (variant_id, quantity, held)
  ), possible as (
    select from stock join moves using (variant_id)
    where coalesce(stock.available + moves.quantity - moves.held, 0) >= 0
  ), changed as (
    update stock set quantity = stock.quantity + moves.quantity, held = stock.held + moves.held
    from moves
    where stock.variant_id = moves.variant_id and (select count(*) from possible) = cardinality(variant_ids)
    returning stock.variant_id, stock.quantity is not null as is_counted
  )
  select array_agg(variant_id) filter (where is_counted) into counted from changed having count(*) = cardinality(variant_ids);
  return case when found then coalesce(counted, '{}') end;
end
$$;

-- Reserves exactly these units for an order instead of those that it had reserved, and creates or extends its reservation, which
-- ends at most `longest` after it began. Units that aren't counted aren't reserved: there may be any number of them, so they must
-- not block units that are counted later. Returns false, to be rolled back, if a variant falls short.
create function reserve_stock(
  key text, variant_ids integer[], quantities integer[], until timestamptz, at timestamptz, longest interval
) returns boolean language plpgsql as $$
declare
  reserved_ids integer[];
  reserved_quantities integer[];
  changed integer[];
  differences integer[];
begin
  insert into reservations (order_key, expires_at, created_at) values (key, until, at)
  on conflict (order_key) do update set expires_at =
    greatest(reservations.expires_at, least(excluded.expires_at, reservations.created_at + longest));
  select coalesce(array_agg(variant_id), '{}'), coalesce(array_agg(wanted.quantity), '{}')
  into reserved_ids, reserved_quantities
  from unnest(variant_ids, quantities) as wanted (variant_id, quantity) left join stock using (variant_id)
  where stock.variant_id is null or stock.quantity is not null;
  select coalesce(array_agg(variant_id), '{}'), coalesce(array_agg(difference), '{}') into changed, differences
  from (
    select variant_id, coalesce(wanted.quantity, 0) - coalesce(reserved.quantity, 0) as difference
    from unnest(reserved_ids, reserved_quantities) as wanted (variant_id, quantity)
    full join (select variant_id, quantity from reservation_items where order_key = key) as reserved using (variant_id)
  ) as units
  where difference <> 0;
  -- These units are already reserved. Only the expiry changes.
  if changed = '{}' then
    return true;
  end if;
  if change_stock(changed, array_fill(0, array[cardinality(changed)]), differences) is null then
    return false;
  end if;
  delete from reservation_items where order_key = key;
  insert into reservation_items (order_key, variant_id, quantity)
  select key, wanted.* from unnest(reserved_ids, reserved_quantities) as wanted;
  return true;
end
$$;

-- Ends the reservation of an order and returns its units. Returns false if there is none.
create function release_stock(key text) returns boolean language plpgsql as $$
declare
  released integer[];
  differences integer[];
begin
  perform from reservations where order_key = key for update;
  if not found then
    return false;
  end if;
  select coalesce(array_agg(variant_id), '{}'), coalesce(array_agg(-quantity), '{}') into released, differences
  from reservation_items where order_key = key;
  perform change_stock(released, array_fill(0, array[cardinality(released)]), differences);
  delete from reservations where order_key = key;
  return true;
end
$$;

-- Records changes of the quantities on hand. A change of a variant in `pushed` is repeated at the e-commerce platform if the shop
-- does that, and the variant is linked to one whose stock is counted there. Returns true if any is (docs/decisions/0039).
create function record_movements(
  variant_ids integer[], changes integer[], why text, key text, at timestamptz, pushed integer[]
) returns boolean language plpgsql as $$
begin
  with moved as (
    insert into stock_movements (variant_id, change, reason, order_key, created_at)
    select moves.variant_id, moves.change, why, key, at from unnest(variant_ids, changes) as moves (variant_id, change)
    where moves.change <> 0
    returning id, variant_id
  )
  insert into stock_pushes (movement_id, variant_id, next_at)
  select moved.id, moved.variant_id, at from moved
  where moved.variant_id = any (pushed)
    and exists (select from sync_variants where variant_id = moved.variant_id and is_active and facts ->> 'stockQuantity' is not null)
    and exists (select from settings where name = 'pushStock' and value = 'true');
  return found;
end
$$;

-- Changes the quantities on hand and reserved for an order, and records the former for variants whose stock is counted. Returns
-- null without changes if a variant falls short or is unknown, otherwise whether a movement must be pushed.
create function move_stock(
  variant_ids integer[], quantities integer[], helds integer[], why text, key text, at timestamptz
) returns boolean language plpgsql as $$
declare
  counted integer[] := change_stock(variant_ids, quantities, helds);
begin
  if counted is null then
    return null;
  end if;
  return (
    select record_movements(array_agg(variant_id), array_agg(change), why, key, at, counted)
    from unnest(variant_ids, quantities) as moves (variant_id, change)
    where variant_id = any (counted));
end
$$;

-- Deducts the units of a paid order, from its reservation if it has one. Returns null without changes if the reservation has
-- ended and a variant falls short, otherwise whether a movement must be pushed.
create function take_stock(key text, variant_ids integer[], quantities integer[], at timestamptz) returns boolean language plpgsql as $$
declare
  changed integer[];
  taken integer[];
  released integer[];
  is_pushed boolean;
begin
  perform from reservations where order_key = key for update;
  select array_agg(variant_id), array_agg(-coalesce(wanted.quantity, 0)), array_agg(-coalesce(reserved.quantity, 0))
  into changed, taken, released
  from unnest(variant_ids, quantities) as wanted (variant_id, quantity)
  full join (select variant_id, quantity from reservation_items where order_key = key) as reserved using (variant_id);
  is_pushed := move_stock(changed, taken, released, 'taken', key, at);
  if is_pushed is not null then
    delete from reservations where order_key = key;
  end if;
  return is_pushed;
end
$$;

-- A product shows the prices of its cheapest active variant that is available, or of all if none is. Lists sort and filter by this
-- summary.
create function summarize_variants(product_ids integer[]) returns void language plpgsql as $$
begin
  if product_ids = '{}' then
    return;
  end if;
  perform from products where id = any (product_ids) order by id for no key update;
  update products set price_cents = summary.price_cents, old_price_cents = summary.old_price_cents,
    prior_price_cents = summary.prior_price_cents, in_stock = summary.in_stock, has_price_range = summary.has_price_range,
    variant_content = summary.content
  from (
    select distinct on (variants.product_id) variants.product_id, price_cents, old_price_cents, prior_price_cents, content,
      bool_or(in_stock) over product as in_stock,
      min(price_cents) over product <> max(price_cents) over product as has_price_range
    from variants left join stock on stock.variant_id = variants.id
    where variants.product_id = any (product_ids) and archived_at is null
    window product as (partition by variants.product_id)
    order by variants.product_id, (in_stock and coalesce(available, 1) > 0) desc, price_cents, position, variants.id
  ) as summary
  where products.id = summary.product_id and
    (products.price_cents, products.old_price_cents, products.prior_price_cents, products.in_stock, products.has_price_range,
      products.variant_content)
    is distinct from
    (summary.price_cents, summary.old_price_cents, summary.prior_price_cents, summary.in_stock, summary.has_price_range,
      summary.content);
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
