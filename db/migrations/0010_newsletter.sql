-- Who wants the newsletter: asked for by a form, confirmed by the link in a letter, deleted by unsubscribing.
create table newsletter_subscribers (
  id integer generated always as identity primary key,
  email text not null,
  -- Kept as it is, since every newsletter has it in a link: it can do nothing but end this one subscription.
  unsubscribe_token text not null unique,
  -- SHA-256 of the token in the letter; null once it was used.
  confirm_hash text unique,
  confirm_expires_at timestamptz,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  check ((confirmed_at is null) = (confirm_hash is not null)),
  check ((confirm_hash is null) = (confirm_expires_at is null))
);
create unique index newsletter_subscribers_email_key on newsletter_subscribers (lower(email));
create index newsletter_subscribers_confirm_expires_at on newsletter_subscribers (confirm_expires_at);

alter table letters
  -- Where an answer goes, when not to the shop.
  add column reply_to text,
  -- Ends the reader's subscription by one POST (RFC 8058).
  add column unsubscribe_url text;
