-- How the shop reaches the e-commerce platform, as an admin has entered it; one row at most. Secrets are sealed
-- (server/platform/sealed.ts), also the token that the platform has granted for a day.
create table sync_connection (
  only_one boolean primary key default true check (only_one),
  store_url text,
  api_key text,
  access_token text,
  api_secret text,
  -- Signs webhooks too: for a while after a change the platform signs with the one before.
  previous_api_secret text,
  granted_token text,
  granted_until timestamptz,
  schedule_minutes integer check (schedule_minutes > 0),
  updated_at timestamptz not null default now()
);

create table sync_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('full', 'incremental')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  asked_by text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The platform's own clock when the run began, from which on the next incremental run asks; and from when this one does.
  platform_at timestamptz,
  since timestamptz,
  -- The page to go on with after a crash; null: from the beginning.
  cursor text,
  -- All pages are done; what the platform has no more is still to be archived.
  is_walked boolean not null default false,
  seen integer not null default 0,
  -- Whoever drives the run says so again and again; when it falls silent, another node goes on.
  driver text,
  driven_until timestamptz,
  message text,
  error text,
  warning text,
  check ((state = 'running') = (finished_at is null))
);
-- One at a time, on all nodes together.
create unique index sync_runs_one_at_a_time on sync_runs (state) where state = 'running';
create index sync_runs_started_at on sync_runs (started_at);

-- What the platform said last about each product that is in the shop, in the words of our API.
create table sync_products (
  external_id text primary key,
  -- Null: it was erased here.
  product_id integer unique references products (id) on delete set null,
  platform_updated_at timestamptz not null,
  facts jsonb not null,
  -- Whether the platform had it on sale then.
  is_active boolean not null,
  linked_at timestamptz not null default now(),
  -- The last full run that has seen it.
  seen_by integer references sync_runs (id) on delete set null
);

create table sync_changes (
  id bigint generated always as identity primary key,
  run_id integer not null references sync_runs (id) on delete cascade,
  at timestamptz not null default now(),
  external_id text not null,
  -- No reference: the record outlives an erased product.
  product_id integer,
  name text not null,
  action text not null check (action in ('created', 'changed', 'archived', 'restored', 'failed')),
  before jsonb,
  after jsonb,
  note text
);
create index sync_changes_run_id on sync_changes (run_id, id);
-- A page that is done once more after a crash is counted once.
create unique index sync_changes_failed_once on sync_changes (run_id, external_id) where action = 'failed';
