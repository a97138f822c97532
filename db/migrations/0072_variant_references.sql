-- Validating lets shoppers read and write. The two indexes at the end make purchases wait while they are built.
alter table variants validate constraint variants_product_id_fkey;
alter table stock validate constraint stock_variant_fkey;
alter table hold_lines validate constraint hold_lines_variant_fkey;
alter table stock_movements validate constraint stock_movements_variant_fkey;
alter table cart_items validate constraint cart_items_variant_fkey;
alter table price_history validate constraint price_history_variant_fkey;
alter table order_items validate constraint order_items_variant_fkey;

-- An order can contain several variants of a product, each of them once.
create unique index order_items_unit on order_items (order_id, version, coalesce(variant_id, product_id));
create index order_items_variant_id on order_items (variant_id) where variant_id is not null;
