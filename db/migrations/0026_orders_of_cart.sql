-- The orders of a cart are asked for at every step of a checkout, also of carts whose orders no longer wait.
create index orders_cart_id on orders (cart_id);
