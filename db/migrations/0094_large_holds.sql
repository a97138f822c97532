-- When an order first reserved more units than one that nobody at its address has paid for may reserve for long.
alter table order_origins add column large_held_at timestamptz;
