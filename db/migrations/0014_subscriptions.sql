-- Newsletter subscriptions: requested with a form, confirmed with the link in an email, deleted by unsubscribing.
create table newsletter_subscribers (
  id integer generated always as identity primary key,
  email text not null,
  -- Part of a link in every newsletter. It can only end this subscription.
  unsubscribe_token text not null unique,
  -- SHA-256 of the token in the confirmation email; null after it was used.
  confirm_hash text unique,
  confirm_expires_at timestamptz,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  check ((confirmed_at is null) = (confirm_hash is not null)),
  check ((confirm_hash is null) = (confirm_expires_at is null))
);
create unique index newsletter_subscribers_email_key on newsletter_subscribers (lower(email));
create index newsletter_subscribers_confirm_expires_at on newsletter_subscribers (confirm_expires_at);

-- Emails requested for when a variant is back in stock (docs/decisions/0060).
create table back_in_stock_requests (
  id integer generated always as identity primary key,
  variant_id integer not null references variants (id) on delete cascade,
  email text not null,
  -- Part of the links in the emails. It can only end the requests of this email address.
  unsubscribe_token text not null unique,
  -- SHA-256 of the token in the confirmation email; null after it was used.
  confirm_hash text unique,
  confirm_expires_at timestamptz,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- When the email was queued, which ends the request. The row is kept for a while, so its unsubscribe link works.
  notified_at timestamptz,
  check ((confirm_hash is null) = (confirm_expires_at is null)),
  check (confirmed_at is not null or (confirm_hash is not null and notified_at is null))
);
create unique index back_in_stock_requests_open on back_in_stock_requests (variant_id, lower(email))
  where notified_at is null;
create index back_in_stock_requests_variant_id on back_in_stock_requests (variant_id);
create index back_in_stock_requests_email on back_in_stock_requests (lower(email));
create index back_in_stock_requests_waiting on back_in_stock_requests (id)
  where confirmed_at is not null and notified_at is null;

-- Number of emails queued for each variant, which outlasts the requests.
create table back_in_stock_totals (
  variant_id integer primary key references variants (id) on delete cascade,
  notified integer not null check (notified > 0),
  notified_at timestamptz not null
);
