-- An email that the mail server rejected for good is not retried; the order that it is about shows it.
alter table letters
  add column order_id text,
  add column failed_at timestamptz,
  -- The mail server's words.
  add column problem text;
create index letters_failed on letters (order_id) where failed_at is not null;
