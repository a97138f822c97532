-- When the account's owner proved that they asked for the pending email address. No link goes to it before that.
alter table users add column pending_email_confirmed_at timestamptz;

-- The linked Google account, as its owner sees it; null for links made before this column.
alter table users add column google_email text;

-- 'undo' goes to the old email address when a change is requested, 'claim' to the account's own for its guest orders.
alter table mailed_links drop constraint mailed_links_purpose_check;
alter table mailed_links add constraint mailed_links_purpose_check
  check (purpose in ('verify', 'change', 'reset', 'undo', 'claim'));
