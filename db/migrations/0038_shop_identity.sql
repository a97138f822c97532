-- Marks this shop's objects at the payment provider. Order numbers and refund numbers alone don't: another program may use the
-- same account and the same numbers. A copy of the database keeps the ID, so it is still the same shop.
create table shop_identity (
  only_one boolean primary key default true check (only_one),
  id text not null default gen_random_uuid()::text
);
insert into shop_identity default values;
