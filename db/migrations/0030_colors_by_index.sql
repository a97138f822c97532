-- What a color filter asks for is in the ways through the list, too: a color that many products have is counted, and a late page
-- of it found, without looking at the products themselves. Rare ones are found by products_by_color.
drop index products_by_catalogue, products_by_price, products_by_rating, products_by_time;
create index products_by_catalogue on products (is_featured, created_at, id)
  include (category_id, price_cents, rating, is_on_sale, colors) where archived_at is null;
create index products_by_price on products (price_cents, id)
  include (category_id, rating, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_rating on products (rating, id)
  include (category_id, price_cents, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_time on products (created_at, id)
  include (category_id, price_cents, rating, is_featured, is_on_sale, colors) where archived_at is null;
