-- The platform's count changed by so much: sales, returns, and deliveries there.
alter table stock_movements
  drop constraint stock_movements_reason_check,
  add constraint stock_movements_reason_check check (reason in ('set', 'taken', 'put back', 'platform')),
  drop constraint stock_movements_check,
  add constraint stock_movements_check check ((reason in ('set', 'platform')) = (order_key is null));

-- What the platform sold and the shop could not deduct, because it has sold or reserved it, too: at most 0. It is deducted
-- as soon as there is stock again.
alter table sync_products add column stock_owed integer not null default 0;
