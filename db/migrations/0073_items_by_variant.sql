-- A transaction of its own, which holds its lock only briefly.
alter table order_items drop constraint order_items_order_id_version_product_id_key;
