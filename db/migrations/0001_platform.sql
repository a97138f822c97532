-- Identifies this shop at the payment provider, whose account other programs may use. A copy of the database keeps the ID.
create table shop_identity (
  only_one boolean primary key default true check (only_one),
  id text not null default gen_random_uuid()::text
);
insert into shop_identity default values;

-- What each transaction changed of what pages show, kept for an hour. Each node remembers the snapshot in which it last looked, so a
-- row outside of that snapshot is a change. A plain counter would make all writers wait for each other, and would order them by
-- their start instead of their commit.
create table page_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- The responses that show it (docs/decisions/0083-cache-tags.md): 'product-12', 'lists', or 'shop', which is all of them.
  tag text not null,
  at timestamptz not null default now(),
  primary key (xid, tag)
);

-- All nodes are notified when the transaction commits, once for each transaction.
create function record_page_changes(tags text[]) returns void language plpgsql as $$
begin
  if tags = '{}' then
    return;
  end if;
  insert into page_changes (tag)
  select distinct unnest(case when cardinality(tags) > 200 then '{shop}' else tags end)
  on conflict do nothing;
  perform pg_notify('page_changes', '');
end
$$;

-- For tables that every response may depend on.
create function record_page_change() returns trigger language plpgsql as $$
begin
  perform record_page_changes('{shop}');
  return null;
end
$$;

-- When `npm run backup` wrote a verified file.
create table backups (
  made_at timestamptz primary key default now()
);

-- How far changes were reported to the CDN: the last report included those that this snapshot sees.
create table cdn_purges (
  only_one boolean primary key default true check (only_one),
  snapshot pg_snapshot not null,
  purged_at timestamptz not null
);

-- Attempts counted per key and time window, for all nodes together.
create table rate_limits (
  key text primary key,
  points integer not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);

-- The outbox: an email is inserted in the transaction that it is about, and sent by a job.
create table emails (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  -- The reason for the email, if only one email may be sent for it.
  dedupe_key text unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Null: the shop.
  reply_to text,
  -- Ends the reader's subscription with one POST (RFC 8058).
  unsubscribe_url text,
  -- The order whose page shows that the email was rejected.
  order_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When the mail server rejected it permanently, and its reason.
  failed_at timestamptz,
  problem text
);
create index emails_failed on emails (order_id) where failed_at is not null;

create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
create trigger page_change after insert or update or delete on settings execute function record_page_change();

-- Every version of every text page (docs/decisions/0086-the-owners-pages.md). The setting 'pages' names the current ones, so a
-- change of a page also changes the settings, and every cached response.
create table page_versions (
  -- The last part of its URL.
  page text not null,
  version integer not null check (version > 0),
  -- What the page became: 'original' is the text in the code, which isn't stored.
  state text not null check (state in ('published', 'unpublished', 'original', 'deleted')),
  title text not null,
  html text not null,
  search_title text not null,
  search_description text not null,
  created_at timestamptz not null,
  -- The admin's username, which stays after the account is deleted.
  created_by text not null,
  primary key (page, version)
);

-- Orders show the terms that they were placed under, so versions stay as they were.
create function keep_page_version() returns trigger language plpgsql as $$
begin
  raise exception 'page_versions is append-only';
end
$$;
create trigger keep_page_version before update or delete on page_versions
  for each row execute function keep_page_version();

-- Images uploaded by admins, unchanged, for all nodes (docs/decisions/0006). Other sizes are made from them.
create table uploads (
  -- The slug and the hash are part of the image's URL.
  slug text not null,
  hash text not null,
  color text not null,
  -- Hash of the bytes: distinguishes two images with the same slug and hash.
  sha256 text not null,
  bytes bytea not null,
  -- Pixels, after rotation by EXIF.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now(),
  primary key (slug, hash)
);
-- Photographs can't be compressed further.
alter table uploads alter column bytes set storage external;
