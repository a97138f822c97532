-- A transaction of its own, which takes its lock at once and is over in a moment.
drop index products_by_catalogue, products_by_price, products_by_rating, products_by_time;
alter index products_by_catalogue_and_color rename to products_by_catalogue;
alter index products_by_price_and_color rename to products_by_price;
alter index products_by_rating_and_color rename to products_by_rating;
alter index products_by_time_and_color rename to products_by_time;
