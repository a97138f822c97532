-- The token a cart had before it got a new one still finds the cart for some minutes, for requests that are under way.
alter table carts
  add column old_token_hash text,
  add column old_token_until timestamptz,
  add constraint carts_old_token check ((old_token_hash is null) = (old_token_until is null));
create unique index carts_old_token_hash on carts (old_token_hash) where old_token_hash is not null;
