-- What each customer has bought, by which the admin's list is sorted and paged (docs/decisions/0089-customer-totals.md). Only
-- update_customers writes it, from the rows below, so purchases of one customer never wait for each other.
create table customer_totals (
  -- The account's ID, or a guest's email address in lower case. Every account has a row, and every guest with a paid order.
  id text collate "C" primary key,
  -- Null: a guest.
  user_id integer,
  -- Paid orders, including those of guests with the account's email address, and their sum less refunds.
  orders integer not null,
  spent_cents bigint not null,
  last_order_id text,
  last_order_at timestamptz
);
create index customer_totals_by_last_order on customer_totals (last_order_at nulls first, id);
create index customer_totals_by_orders on customer_totals (orders nulls first, id);
create index customer_totals_by_spent on customer_totals (spent_cents nulls first, id);

-- The accounts and email addresses whose totals may have changed since. Only inserted, by triggers, so no writer can forget it.
create table outdated_customers (
  user_id integer,
  email text
);

create function record_paying_customer() returns trigger language plpgsql as $$
begin
  insert into outdated_customers (user_id, email) select user_id, lower(email) from orders where id in (old.order_id, new.order_id);
  return null;
end
$$;
create trigger outdated_customer_of_new after insert on payments for each row
  when (new.paid_cents > 0) execute function record_paying_customer();
create trigger outdated_customer after update of paid_cents, refunded_cents on payments for each row
  when ((old.paid_cents, old.refunded_cents) is distinct from (new.paid_cents, new.refunded_cents))
  execute function record_paying_customer();
-- A payment is deleted before its order.
create trigger outdated_customer_of_old after delete on payments for each row
  when (old.paid_cents > 0) execute function record_paying_customer();

create function record_changed_customer() returns trigger language plpgsql as $$
begin
  insert into outdated_customers (user_id, email) values (old.user_id, lower(old.email)), (new.user_id, lower(new.email));
  return null;
end
$$;
create trigger outdated_customer after update of user_id, email on orders for each row
  when ((old.user_id, lower(old.email)) is distinct from (new.user_id, lower(new.email)))
  execute function record_changed_customer();

create function record_changed_account() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into outdated_customers (user_id, email) values (old.id, lower(old.email));
  end if;
  if tg_op <> 'DELETE' then
    insert into outdated_customers (user_id, email) values (new.id, lower(new.email));
  end if;
  return null;
end
$$;
create trigger outdated_customer_of_new after insert or delete on users for each row execute function record_changed_account();
create trigger outdated_customer after update of email on users for each row
  when (lower(old.email) is distinct from lower(new.email)) execute function record_changed_account();

-- Brings customer_totals up to date. Calls wait for each other: two that take the same rows in different orders would deadlock.
create function update_customers() returns void language plpgsql as $$
declare
  users_changed integer[];
  emails_changed text[];
begin
  if not exists (select from outdated_customers) then
    return;
  end if;
  perform pg_advisory_xact_lock(7546195);
  with taken as (delete from outdated_customers returning user_id, email)
  select
    array(select user_id from taken where user_id is not null union select id from users join taken on lower(users.email) = taken.email),
    array(select distinct email from taken where email is not null)
  into users_changed, emails_changed;
  delete from customer_totals where id = any (users_changed::text[] || emails_changed);
  with customers as (
    select id::text as id, id as user_id, lower(email) as email from users where id = any (users_changed)
    union all
    select address, null, address from unnest(emails_changed) as address
    where not exists (select from users where lower(email) = address)
  ), bought as (
    select customers.id as customer, orders.id, created_at from customers join orders using (user_id)
    union all
    select customers.id, orders.id, created_at from customers join orders on lower(orders.email) = customers.email
    where orders.user_id is null
  ), paid as (
    select bought.*, paid_cents - refunded_cents as cents from bought join payments on order_id = id and paid_cents > 0
  )
  insert into customer_totals (id, user_id, orders, spent_cents, last_order_id, last_order_at)
  select customers.id, user_id, count(paid.id), coalesce(sum(cents), 0),
    (array_agg(paid.id order by created_at desc))[1], max(created_at)
  from customers left join paid on customer = customers.id
  where user_id is not null or paid.id is not null
  group by customers.id, user_id;
end
$$;
