-- The tax that is added to an order's prices. Tax contained in prices is part of the subtotal and shipping. The total was a
-- generated column, whose expression can't be changed without rewriting the table: from now on, a trigger computes it, also for
-- nodes of the previous version, which insert neither column. The constraints are validated by migration 0060, in another
-- transaction, because this one locks the table.
alter table order_versions
  add column tax_cents integer not null default 0,
  add constraint tax_not_negative check (tax_cents >= 0) not valid,
  alter column total_cents drop expression,
  alter column total_cents set default 0,
  drop constraint quote_agrees,
  add constraint quote_agrees check (quote is null or (
    (quote ->> 'subtotalCents')::bigint is not distinct from subtotal_cents
    and (quote ->> 'shippingCents')::bigint is not distinct from shipping_cents
    and coalesce((quote ->> 'taxCents')::bigint, 0) is not distinct from tax_cents
    and (quote ->> 'totalCents')::bigint is not distinct from total_cents)) not valid;

create function total_of_version() returns trigger language plpgsql as $$
begin
  new.total_cents := new.subtotal_cents + new.shipping_cents + new.tax_cents;
  return new;
end
$$;
create trigger total_of_version before insert or update on order_versions
  for each row execute function total_of_version();
