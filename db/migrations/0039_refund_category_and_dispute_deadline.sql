-- What the payment provider is told about why a refund is made; null: nothing.
alter table refunds
  add column category text check (category in ('requested_by_customer', 'duplicate', 'fraudulent'));

alter table disputes
  -- Until when evidence is accepted; null: it isn't, or not any more.
  add column due_by timestamptz,
  -- Whether evidence was submitted.
  add column is_answered boolean not null default false;
