-- An order with a reason here isn't shipped until an admin has looked at it.
alter table orders add column review_reason text;

-- The provider's view of a payment: 'normal', 'elevated', 'highest' or another word of theirs; null: not known yet.
alter table payments add column risk text;

-- A card issuer suspects fraud, which often comes before a dispute.
create table fraud_warnings (
  id text primary key,
  order_id text not null references payments (order_id),
  -- Such as 'made_with_stolen_card'.
  kind text not null,
  -- Whether a refund can still avoid a dispute.
  is_actionable boolean not null,
  opened_at timestamptz not null
);
create index fraud_warnings_order_id on fraud_warnings (order_id);
