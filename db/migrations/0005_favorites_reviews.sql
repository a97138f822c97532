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
  constraint reviews_once_per_product unique (product_id, user_id)
);
create index reviews_user_id on reviews (user_id);
