-- The whole quote that a shopper agreed to: lines, shipping method, taxes, currency, and each step with its reason
-- (docs/decisions/0050-one-quote.md). The three columns stay for searching, sorting, and adding up, and always agree with it.
-- Migration 0055 fills it for existing orders, in another transaction, because this one locks the table.
alter table order_versions
  add column quote jsonb,
  add constraint quote_agrees check (quote is null or (
    (quote ->> 'subtotalCents')::bigint is not distinct from subtotal_cents
    and (quote ->> 'shippingCents')::bigint is not distinct from shipping_cents
    and (quote ->> 'totalCents')::bigint is not distinct from total_cents));

-- The quote of an order placed before quotes were stored: one flat rate in US dollars, without taxes.
create function quote_of_columns(placed order_versions) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'currency', jsonb_build_object('code', 'USD', 'exponent', 2),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('productId', product_id, 'quantity', quantity, 'priceCents', price_cents,
        'cents', quantity::bigint * price_cents, 'taxes', '[]'::jsonb) order by product_id)
      from order_items where order_id = placed.order_id and version = placed.version), '[]'),
    'shipping', jsonb_build_object('methodId', 'standard', 'name', 'Standard shipping',
      'cents', placed.shipping_cents, 'taxes', '[]'::jsonb),
    'taxes', '[]'::jsonb,
    'steps', jsonb_build_array(
      jsonb_build_object('kind', 'items', 'reason', 'Items', 'cents', placed.subtotal_cents, 'isIncluded', false),
      jsonb_build_object('kind', 'shipping', 'cents', placed.shipping_cents, 'isIncluded', false,
        'reason', case placed.shipping_cents when 0 then 'Free shipping' else 'Standard shipping' end)),
    'subtotalCents', placed.subtotal_cents,
    'shippingCents', placed.shipping_cents,
    'totalCents', placed.total_cents)
$$;

-- During an upgrade, nodes of the previous version still place orders without a quote. Their items are inserted after the
-- version, so its quote is stored when they commit.
create function store_quote() returns trigger language plpgsql as $$
begin
  update order_versions placed set quote = quote_of_columns(placed)
    where order_id = new.order_id and version = new.version and quote is null;
  return null;
end
$$;
create constraint trigger store_quote after insert on order_versions deferrable initially deferred
  for each row when (new.quote is null) execute function store_quote();
