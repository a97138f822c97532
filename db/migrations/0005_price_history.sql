-- Every price of each variant (docs/decisions/0024-price-history.md). Recorded by triggers, so no writer of prices can forget it.
create table price_history (
  variant_id integer not null references variants (id) on delete cascade,
  at timestamptz not null,
  price_cents integer not null,
  old_price_cents integer,
  primary key (variant_id, at)
);

-- When a price changed, by the shop's clock, but never before the previous change, even if the clocks of two nodes differ.
create function variant_price_time(variant variants) returns timestamptz language sql stable as $$
  select greatest(variant.updated_at, (select max(at) from price_history where variant_id = variant.id))
$$;

-- A discount begins when an old price above the price is set, and again with each other price below one.
create function find_prior_price() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  if new.old_price_cents is null or new.old_price_cents <= new.price_cents then
    new.prior_price_cents := null;
  elsif new.price_cents <> old.price_cents or old.old_price_cents is null or old.old_price_cents <= old.price_cents then
    since := variant_price_time(new) - interval '30 days';
    -- The first of these prices took effect before the 30 days began, or when the variant was added.
    select min(price_cents) into new.prior_price_cents from price_history
      where variant_id = new.id and at >= coalesce(
        (select max(at) from price_history where variant_id = new.id and at <= since), '-infinity');
  end if;
  return new;
end
$$;
create trigger prior_price before update of price_cents, old_price_cents on variants for each row
  when (new.price_cents <> old.price_cents or new.old_price_cents is distinct from old.old_price_cents)
  execute function find_prior_price();

create function record_price() returns trigger language plpgsql as $$
begin
  insert into price_history (variant_id, at, price_cents, old_price_cents)
    values (new.id, variant_price_time(new), new.price_cents, new.old_price_cents)
    on conflict (variant_id, at) do update
      set price_cents = excluded.price_cents, old_price_cents = excluded.old_price_cents;
  return null;
end
$$;
create trigger first_price after insert on variants for each row execute function record_price();
create trigger price_change after update of price_cents, old_price_cents on variants for each row
  when (new.price_cents <> old.price_cents or new.old_price_cents is distinct from old.old_price_cents)
  execute function record_price();
