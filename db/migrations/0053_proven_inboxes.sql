-- Anyone with the order's ID and email address can add a guest order to an account, but sees no full address there, and the
-- account that has proven the inbox of that address can still take the order over.
alter table orders add column claimed_by_number boolean not null default false;
-- When a person signed in to the account proved to read the inbox of its address. A verification link followed elsewhere only
-- sets email_verified_at: the account may be a stranger's. Of older accounts this is not known.
alter table users add column inbox_proven_at timestamptz;
