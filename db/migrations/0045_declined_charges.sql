-- The charge of a declined card: a decline is recorded once, whatever events say about it.
alter table payment_moves add column charge_id text unique;
