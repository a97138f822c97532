-- An owner may hold back reviews of unverified accounts when many come from one network: shoppers don't see them, and
-- ratings don't count them.
alter table reviews
  add column is_held boolean not null default false,
  -- Published by an admin: never held again.
  add column is_approved boolean not null default false,
  -- Network of an unverified author; kept for 30 days, and only while the owner's setting is on.
  add column network text;
create index reviews_network on reviews (network) where network is not null;
