-- The dashboard counts orders and money of a period, and what is low on stock, without reading whole tables.
create index payment_moves_paid_at on payment_moves (at) include (order_id, amount_cents) where kind = 'paid';
create index refunds_created_at on refunds (created_at) include (amount_cents) where status <> 'failed';
create index stock_available on stock (available) where available is not null;
