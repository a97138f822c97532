-- How the shop connects to the e-commerce platform, in at most one row. Secrets are encrypted, including the granted token.
create table sync_connection (
  only_one boolean primary key default true check (only_one),
  store_url text,
  api_key text,
  access_token text,
  api_secret text,
  -- Webhooks are signed with the secret. For a while after a change, the platform signs with the previous one.
  previous_api_secret text,
  -- Granted by the platform for a day.
  granted_token text,
  granted_until timestamptz,
  schedule_minutes integer check (schedule_minutes > 0),
  -- The store and URL for which webhooks were last registered, when, and the error.
  webhooks_for text,
  webhooks_at timestamptz,
  webhooks_error text,
  updated_at timestamptz not null default now()
);

-- Orders the readings of the platform's counts and the pushes to it: a reading that began before a push ended may or may not
-- include it.
create sequence stock_push_clock;

create table sync_runs (
  id integer generated always as identity primary key,
  -- A webhook or an undo is recorded as a finished run.
  kind text not null check (kind in ('full', 'incremental', 'webhook', 'undo')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  requested_by text not null,
  -- The store that the cursor and the platform's time belong to; null for webhooks and undos.
  store_url text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The platform's clock when the run started, from which the next incremental run continues, and the start of this run's changes.
  platform_at timestamptz,
  since timestamptz,
  -- The page to continue with after a crash; null: the first one.
  cursor text,
  -- All pages are done, but products that are gone from the platform aren't archived yet.
  is_walked boolean not null default false,
  seen integer not null default 0,
  -- Counts of the platform's products that the run left out or changed, by reason.
  exceptions jsonb not null default '{}',
  -- The clock when the run started reading.
  stock_clock bigint not null default nextval('stock_push_clock'),
  -- The node that runs it renews its lease. After the lease ends, another node continues.
  lease_holder text,
  lease_until timestamptz,
  message text,
  error text,
  warning text,
  -- The run that has undone this one, and the run that this one undoes.
  undone_by integer references sync_runs (id) on delete set null,
  undoes integer references sync_runs (id) on delete set null,
  check ((state = 'running') = (finished_at is null))
);
-- One at a time on all nodes.
create unique index sync_runs_one_at_a_time on sync_runs (state) where state = 'running';
create index sync_runs_started_at on sync_runs (started_at);

-- The platform's last snapshot of each product that is in the shop, in terms of our API, without its variants.
create table sync_products (
  external_id text primary key,
  -- Null: it was deleted in the shop.
  product_id integer unique references products (id) on delete set null,
  platform_updated_at timestamptz not null,
  facts jsonb not null,
  -- Whether it was active on the platform.
  is_active boolean not null,
  linked_at timestamptz not null default now(),
  -- The last full run that read it.
  seen_by integer references sync_runs (id) on delete set null,
  -- The product at the last sync: later changes by admins may conflict with the platform's.
  product_version integer
);

-- The platform's variants (docs/decisions/0079-one-sync-path.md). The only one of a product without options has no values.
create table sync_variants (
  external_id text primary key,
  product_external_id text not null references sync_products (external_id) on delete cascade,
  -- Null: the shop doesn't have the variant.
  variant_id integer unique references variants (id) on delete set null,
  -- The platform's last snapshot.
  facts jsonb not null,
  position integer not null,
  -- Whether the platform had the variant.
  is_active boolean not null,
  -- Units that the platform sold and the shop couldn't deduct, because it had sold or reserved them: at most 0. They are deducted as
  -- soon as there is stock.
  stock_owed integer not null default 0,
  -- The last movement of its stock that a sync has seen: later changes by admins may conflict with the platform's. Orders change the
  -- stock without a conflict.
  stock_movement_id bigint not null default 0
);
create index sync_variants_product on sync_variants (product_external_id, position);

create table sync_changes (
  id bigint generated always as identity primary key,
  run_id integer not null references sync_runs (id) on delete cascade,
  at timestamptz not null default now(),
  external_id text not null,
  -- No reference, because the record outlives a deleted product.
  product_id integer,
  name text not null,
  action text not null check (action in ('created', 'changed', 'archived', 'restored', 'failed')),
  before jsonb,
  after jsonb,
  note text,
  is_undone boolean not null default false
);
create index sync_changes_run_id on sync_changes (run_id, id);
-- A page that is repeated after a crash is counted once.
create unique index sync_changes_failed_once on sync_changes (run_id, external_id) where action = 'failed';

-- Fields of synced products for which the shop is the source of truth. For the others, the platform is.
create table sync_owned_fields (field text primary key);

-- A field of a product, or of one of its variants, that changed in both places, with both values.
create table sync_conflicts (
  id integer generated always as identity primary key,
  external_id text not null references sync_products (external_id) on delete cascade,
  variant_external_id text references sync_variants (external_id) on update cascade on delete cascade,
  field text not null,
  here jsonb not null,
  platform jsonb not null,
  -- 'kept': an admin chose the shop's value, so the shop is the source of truth for this field of this product.
  state text not null default 'open' check (state in ('open', 'kept')),
  detected_at timestamptz not null default now()
);
create unique index sync_conflicts_field on sync_conflicts (external_id, variant_external_id, field) nulls not distinct;
create index sync_conflicts_state on sync_conflicts (state, id);

-- The platform's webhooks, each once. Only the product's ID is used; its state is requested from the platform.
create table sync_webhooks (
  id text primary key,
  topic text not null,
  external_id text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text
);
create index sync_webhooks_received_at on sync_webhooks (received_at);

-- A stock movement to repeat at the platform once, inserted with the movement.
create table stock_pushes (
  movement_id bigint primary key references stock_movements (id) on delete cascade,
  variant_id integer not null references variants (id) on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'applied', 'refused', 'unknown', 'dismissed')),
  -- The platform's inventory items and locations, fixed before the first attempt: an idempotency key belongs to one input.
  changes jsonb,
  -- Incremented when the platform or an admin requires a new idempotency key.
  round integer not null default 0,
  attempts integer not null default 0,
  sent_at timestamptz,
  next_at timestamptz not null default now(),
  error text,
  -- The clock when the push ended.
  ended_at_clock bigint,
  check (state <> 'sending' or changes is not null)
);
create index stock_pushes_variant_id on stock_pushes (variant_id, ended_at_clock);
create index stock_pushes_open on stock_pushes (next_at) where state in ('waiting', 'sending');
create index stock_pushes_problems on stock_pushes (movement_id desc) where state in ('waiting', 'sending', 'refused', 'unknown');
