-- Whose word counts for which field of the products that come from the platform: these are the shop's, the others the platform's.
create table sync_owned_fields (field text primary key);

-- The product as it was when the sync last looked: what an admin has changed since is a word against the platform's.
alter table sync_products
  add column product_version integer,
  -- The last movement of its stock that was known then; orders move the stock too, and are no such word.
  add column stock_movement_id bigint not null default 0;

-- A field that the platform leads and somebody changed here: both values, until an admin chooses.
create table sync_conflicts (
  id integer generated always as identity primary key,
  external_id text not null references sync_products (external_id) on delete cascade,
  field text not null,
  here jsonb not null,
  platform jsonb not null,
  -- 'kept': the admin has chosen the shop's value, and the platform no longer leads this field of this product.
  state text not null default 'open' check (state in ('open', 'kept')),
  noticed_at timestamptz not null default now(),
  unique (external_id, field)
);
create index sync_conflicts_state on sync_conflicts (state, id);

-- A webhook or an undo changes products too; their record is a run that was over at once.
alter table sync_runs
  drop constraint sync_runs_kind_check,
  add constraint sync_runs_kind_check check (kind in ('full', 'incremental', 'webhook', 'undo')),
  -- The run that has undone this one; and the other way round.
  add column undone_by integer references sync_runs (id) on delete set null,
  add column undoes integer references sync_runs (id) on delete set null;
alter table sync_changes add column is_undone boolean not null default false;

-- What the platform told, each once. Only which product it is about counts: how that is now, the platform is asked.
create table sync_webhooks (
  id text primary key,
  topic text not null,
  external_id text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text
);
create index sync_webhooks_received_at on sync_webhooks (received_at);
