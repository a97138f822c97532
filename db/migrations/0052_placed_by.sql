-- The account that was signed in when the order was placed. `user_id` says who may see the order, which a guest order's account
-- may do too, so it must not decide about limits and known addresses.
alter table orders add column placed_by integer references users (id) on delete set null;
-- Of older orders only those from the account's own cart are known to have been placed by it.
update orders set placed_by = orders.user_id
from carts where carts.id = orders.cart_id and carts.user_id = orders.user_id;
create index orders_placed_by on orders (placed_by, created_at);
