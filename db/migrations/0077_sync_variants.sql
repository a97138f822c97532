-- The platform's variants of products with options (docs/decisions/0059-variants-of-the-sync.md). A product without options has
-- none here: its row in sync_products describes its only variant.
create table sync_variants (
  external_id text primary key,
  product_external_id text not null references sync_products (external_id) on delete cascade,
  -- Null: the shop doesn't have the variant.
  variant_id integer unique references variants (id) on delete set null,
  -- The platform's last snapshot.
  facts jsonb not null,
  position integer not null,
  -- Whether the platform had the variant then.
  is_active boolean not null,
  stock_owed integer not null default 0,
  stock_movement_id bigint not null default 0
);
create index sync_variants_product on sync_variants (product_external_id, position);

-- A conflict is about a product, or about one of its variants.
alter table sync_conflicts
  add column variant_external_id text references sync_variants (external_id) on update cascade on delete cascade,
  drop constraint sync_conflicts_external_id_field_key;
create unique index sync_conflicts_field on sync_conflicts (external_id, variant_external_id, field) nulls not distinct;

-- As in the tables of stock, product_id is the ID of a variant.
alter table stock_pushes
  drop constraint stock_pushes_product_id_fkey,
  add constraint stock_pushes_variant_fkey foreign key (product_id) references variants (id) on delete cascade not valid;
