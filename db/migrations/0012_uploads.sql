-- Images that admins have sent, as they came; every node has them (docs/decisions/0006). Their sizes are made from them.
create table uploads (
  -- Both stand in the image's address.
  slug text not null,
  hash text not null,
  color text not null,
  -- Of the bytes: two images with the same slug and hash are told apart by it.
  sha256 text not null,
  bytes bytea not null,
  -- Pixels, the way the camera was held.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now(),
  primary key (slug, hash)
);
-- Photographs do not get smaller.
alter table uploads alter column bytes set storage external;
