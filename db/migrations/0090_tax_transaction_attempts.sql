-- The provider's idempotency keys are made of the attempt, so a retry after a lost response gets the same response.
alter table tax_transactions
  add column attempt integer not null default 1,
  -- The calculation that replaces the order's expired one.
  add column calculation_id text,
  drop constraint tax_transactions_check,
  -- A recorded transaction without an ID exists at the provider, but its response was lost.
  add constraint tax_transactions_check check (state = 'recorded' or transaction_id is null);
