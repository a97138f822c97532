-- What a color filter asks for is in the ways through the list, too: a color that many products have is counted, and a late page
-- of it found, without looking at the products themselves. Rare ones are found by products_by_color. Made beside the indexes
-- whose place they take, so that shoppers go on reading meanwhile.
create index products_by_catalogue_and_color on products (is_featured, created_at, id)
  include (category_id, price_cents, rating, is_on_sale, colors) where archived_at is null;
create index products_by_price_and_color on products (price_cents, id)
  include (category_id, rating, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_rating_and_color on products (rating, id)
  include (category_id, price_cents, is_featured, is_on_sale, colors) where archived_at is null;
create index products_by_time_and_color on products (created_at, id)
  include (category_id, price_cents, rating, is_featured, is_on_sale, colors) where archived_at is null;
