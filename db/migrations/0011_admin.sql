-- Two admins may have the same product or category before them: who saves second must have seen what the first one saved.
alter table products add column version integer not null default 1;
alter table categories add column version integer not null default 1;

-- The admin's list: newest change first, and parts of names.
create index products_by_update on products (updated_at, id);
create index products_name_parts on products using gin (name gin_trgm_ops, slug gin_trgm_ops);

-- 'product.changed' is about a product.
alter table audit_log add column kind text not null generated always as (split_part(action, '.', 1)) stored;
create index audit_log_subject on audit_log (kind, subject_id, id);
