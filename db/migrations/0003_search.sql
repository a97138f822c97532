-- Typing errors are found by the three-letter pieces of words. A trusted extension: who owns the database may add it.
create extension if not exists pg_trgm;

-- The ways through the list: one index for each order, ties by id, with what filters ask for, so that a page is found
-- without looking at products that are not on it. Archived products are in none of them.
create index products_by_catalogue on products (is_featured, created_at, id)
  include (category_id, price_cents, rating, is_on_sale) where archived_at is null;
create index products_by_price on products (price_cents, id)
  include (category_id, rating, is_featured, is_on_sale) where archived_at is null;
create index products_by_rating on products (rating, id)
  include (category_id, price_cents, is_featured, is_on_sale) where archived_at is null;
create index products_by_time on products (created_at, id)
  include (category_id, price_cents, rating, is_featured, is_on_sale) where archived_at is null;
create index products_by_category on products (category_id, price_cents, id)
  include (rating, is_featured, is_on_sale) where archived_at is null;
create index products_by_color on products using gin (colors) with (fastupdate = off) where archived_at is null;

-- What a search reads of a product: name (A), category (B), text of the description (C). Archived products have none.
-- A table of its own keeps the products themselves small, and a change of price away from the word index.
create table product_search (
  product_id integer primary key references products (id) on delete cascade,
  document tsvector not null
);
-- Without a list of pending entries, which every search would have to read through.
create index product_search_document on product_search using gin (document) with (fastupdate = off);

alter table categories add column document tsvector not null default '';

-- Every word of the documents as it was written, folded, with the stem under which the documents hold it.
create table search_words (
  word text collate "C" primary key,
  lexeme text not null
);
create index search_words_lexeme on search_words (lexeme);
-- GiST and not GIN: only this one gives the nearest words first, without a threshold and without reading them all.
create index search_words_near on search_words using gist (word gist_trgm_ops (siglen = 32));

create table searches_without_result (
  -- In UTC, as 2026-01-31.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  text text not null,
  count integer not null check (count > 0),
  primary key (day, text)
);

-- Products that are here already; the operations of the catalogue write the same with accents folded.
update categories set document = to_tsvector('english', name);
insert into product_search
  select products.id,
    setweight(to_tsvector('english', products.name), 'A')
      || setweight(to_tsvector('english', regexp_replace(products.description, '<[^>]*>', ' ', 'g')), 'C')
      || setweight(categories.document, 'B')
  from products join categories on categories.id = products.category_id
  where products.archived_at is null;
insert into search_words
  select word, lexeme
  from (
    select name as text from categories
    union all
    select name || ' ' || regexp_replace(description, '<[^>]*>', ' ', 'g') from products where archived_at is null
  ) texts,
    regexp_split_to_table(lower(text), '[^a-z0-9]+') word,
    unnest(tsvector_to_array(to_tsvector('english', word))) lexeme
  where length(word) between 1 and 60
  on conflict do nothing;
