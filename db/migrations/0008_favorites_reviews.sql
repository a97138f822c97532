create table favorites (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, product_id)
);
create index favorites_product_id on favorites (product_id);

create table reviews (
  id integer generated always as identity primary key,
  product_id integer not null references products (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  title text not null,
  comment text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The shop's public reply.
  reply text,
  replied_at timestamptz,
  -- Many reviews of unverified accounts came from one network. Shoppers don't see a held review, and ratings don't count it.
  is_held boolean not null default false,
  -- Published by an admin: never held again.
  is_approved boolean not null default false,
  -- Network of an unverified author; kept for 30 days, and only while the setting is on.
  network text,
  constraint reviews_once_per_product unique (product_id, user_id),
  constraint reviews_reply_has_its_time check ((reply is null) = (replied_at is null))
);
create index reviews_user_id on reviews (user_id);
create index reviews_network on reviews (network) where network is not null;
create trigger page_change_of_new after insert on reviews referencing new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change after update on reviews referencing old table as before new table as changed
  for each statement execute function record_products_of_changed();
create trigger page_change_of_old after delete on reviews referencing old table as changed
  for each statement execute function record_products_of_changed();

-- The products that these users reviewed.
create function reviewed_product_tags(users integer[]) returns text[] language sql stable as $$
  select array(select 'product-' || product_id from reviews where user_id = any (users))
$$;
