-- What each product has cost since when (docs/decisions/0024-price-history.md). Kept by triggers: whoever writes prices need not
-- think of it.
create table price_history (
  product_id integer not null references products (id) on delete cascade,
  at timestamptz not null,
  price_cents integer not null,
  old_price_cents integer,
  primary key (product_id, at)
);

-- The lowest price of the 30 days before the reduction that is announced now (Directive 98/6/EC, article 6a). Null without a
-- reduction, and where no price from before it is known. It is fixed when the reduction begins, so that a list reads it as it
-- reads the price.
alter table products add column prior_price_cents integer;

-- What is here already begins with what it costs now: nobody knows what it cost before.
insert into price_history (product_id, at, price_cents, old_price_cents)
  select id, now(), price_cents, old_price_cents from products;

-- The time of a change by the shop's clock; never before the change that came before it, whatever the clocks of two nodes say.
create function price_change_time(product products, was timestamptz) returns timestamptz language sql stable as $$
  select greatest(
    case when product.updated_at is distinct from was then product.updated_at else now() end,
    (select max(at) from price_history where product_id = product.id)
  )
$$;

create function note_first_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, at, price_cents, old_price_cents)
    select id, created_at, price_cents, old_price_cents from added;
  return null;
end
$$;
create trigger first_prices after insert on products referencing new table as added
  for each statement execute function note_first_prices();

-- A reduction begins when an old price above the price is announced, and anew with each other price beside one.
create function find_prior_price() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  if new.old_price_cents is null or new.old_price_cents <= new.price_cents then
    new.prior_price_cents := null;
  elsif new.price_cents <> old.price_cents or old.old_price_cents is null or old.old_price_cents <= old.price_cents then
    since := price_change_time(new, old.updated_at) - interval '30 days';
    -- The first of these prices was asked already when the 30 days began, or when the product came.
    select min(price_cents) into new.prior_price_cents from price_history
      where product_id = new.id and at >= coalesce(
        (select max(at) from price_history where product_id = new.id and at <= since), '-infinity');
  end if;
  return new;
end
$$;
create trigger prior_price before update of price_cents, old_price_cents on products for each row
  when (new.price_cents <> old.price_cents or new.old_price_cents is distinct from old.old_price_cents)
  execute function find_prior_price();

create function note_price_change() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, at, price_cents, old_price_cents)
    values (new.id, price_change_time(new, old.updated_at), new.price_cents, new.old_price_cents)
    on conflict (product_id, at) do update
      set price_cents = excluded.price_cents, old_price_cents = excluded.old_price_cents;
  return null;
end
$$;
create trigger price_change after update of price_cents, old_price_cents on products for each row
  when (new.price_cents <> old.price_cents or new.old_price_cents is distinct from old.old_price_cents)
  execute function note_price_change();
