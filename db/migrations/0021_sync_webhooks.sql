-- What came of asking the platform to tell the shop of changes: for which store and address, when, and why not.
alter table sync_connection
  add column webhooks_for text,
  add column webhooks_at timestamptz,
  add column webhooks_error text;
