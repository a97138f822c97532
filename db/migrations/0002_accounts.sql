create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- Null after another account proved that the email address is its own.
  email text,
  email_verified_at timestamptz,
  -- When a person signed in to the account proved to read the inbox of its email address. A verification link followed elsewhere
  -- only sets email_verified_at: the account may be a stranger's.
  inbox_proven_at timestamptz,
  -- Becomes the email address when the link sent to it is opened. No link is sent before the account's owner confirmed the request.
  pending_email text,
  pending_email_confirmed_at timestamptz,
  full_name text,
  -- What an admin may do (docs/decisions/0087-staff-roles.md); null: a customer.
  staff_role text check (staff_role in ('owner', 'manager', 'fulfillment', 'support', 'read-only')),
  role text not null generated always as (case when staff_role is null then 'customer' else 'admin' end) stored,
  -- Argon2id; null: the account has no password.
  password_hash text,
  -- The password was generated at the first start and is stored in a file, so the owner must choose a new one.
  must_change_password boolean not null default false,
  google_subject text unique,
  -- The linked Google account, as shown to its owner.
  google_email text,
  photo_url text,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email is not null or email_verified_at is null)
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
-- Reviews show their authors.
create function record_changed_author() returns trigger language plpgsql as $$
begin
  perform record_page_changes(reviewed_product_tags(array[new.id]));
  return null;
end
$$;
create trigger page_change after update of username, full_name on users for each row
  when ((old.username, old.full_name) is distinct from (new.username, new.full_name)) execute function record_changed_author();

-- The shop's notes about customers: about an account, or about a guest's email address in lower case.
create table customer_notes (
  id integer generated always as identity primary key,
  user_id integer unique references users (id) on delete cascade,
  email text unique check (email = lower(email)),
  note text not null,
  updated_at timestamptz not null,
  updated_by integer references users (id) on delete set null,
  check ((user_id is null) <> (email is null))
);
create index customer_notes_updated_by on customer_notes (updated_by);

-- Customers' address books.
create table saved_addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  phone text not null,
  company text not null,
  address text not null,
  address2 text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null,
  -- When the customer made it the default. The latest one fills in the checkout.
  preferred_at timestamptz,
  constraint saved_addresses_once unique (user_id, first_name, last_name, company, address, address2, city, state, zip_code, country)
);

-- Only the SHA-256 of each token is stored.
create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash text not null unique,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- When the session's owner last proved their identity again, which some admin actions require.
  proven_at timestamptz,
  -- Whether its user showed a passkey: signed in with it, added it, or proved their identity with it.
  has_used_passkey boolean not null default false
);
create index sessions_user_id on sessions (user_id);

-- Links in emails. Each is deleted when it is opened. Only the SHA-256 of each token is stored.
create table email_links (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- 'undo' goes to the old email address when a change is requested, 'claim' to the account's own for its guest orders, and 'google'
  -- proves the mailbox for a sign-in with Google to an account whose email address was never verified.
  purpose text not null check (purpose in ('verify', 'change', 'reset', 'undo', 'claim', 'google')),
  -- The recipient, which opening the link verifies.
  email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_links_user_id on email_links (user_id);

-- Sign-ins with Google: started ones, and finished ones that the browser hasn't exchanged yet. Each is used once, by the cookie
-- whose SHA-256 is stored.
create table google_sign_ins (
  token_hash text primary key,
  -- SHA-256 of the Google profile; null until the sign-in at Google is finished.
  profile_hash text,
  expires_at timestamptz not null
);
create index google_sign_ins_expires_at on google_sign_ins (expires_at);

-- Browsers in which an account has signed in. Their attempts are counted separately, so strangers who guess can't lock out the
-- owner. The token is in a cookie; only its SHA-256 is stored.
create table known_devices (
  device_hash text not null,
  user_id integer not null references users (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, user_id)
);
create index known_devices_user_id on known_devices (user_id, last_used_at);
create index known_devices_last_used_at on known_devices (last_used_at);

-- WebAuthn credentials. Both texts are base64url, as browsers send them.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- The device's signature counter: an integer below 2^32. Most passkeys stay at 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

-- Each is deleted by the first response, valid or not. The token is in a cookie.
create table passkey_challenges (
  token_hash text primary key,
  challenge text not null,
  -- The session that adds a passkey; null: the challenge is for signing in.
  session_id integer references sessions (id) on delete cascade,
  -- A challenge to prove an identity again can't be used to add a passkey, which requires the password first.
  is_proof boolean not null default false,
  expires_at timestamptz not null
);
create index passkey_challenges_session_id on passkey_challenges (session_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Authenticator apps (TOTP).
create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  -- Encrypted.
  secret text not null,
  -- Null until the first code was entered. Until then, no code is required.
  confirmed_at timestamptz,
  -- The 30-second period since 1970 whose code was used last: no code is accepted twice.
  last_period integer,
  created_at timestamptz not null default now()
);

-- Each is deleted when it is used.
create table recovery_codes (
  code_hash text primary key,
  user_id integer not null references users (id) on delete cascade
);
create index recovery_codes_user_id on recovery_codes (user_id);

-- Sign-ins that wait for a code.
create table sign_in_challenges (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenges_user_id on sign_in_challenges (user_id);
create index sign_in_challenges_expires_at on sign_in_challenges (expires_at);

-- Open invitations of the staff, by email (docs/decisions/0087-staff-roles.md). An accepted or revoked one is deleted.
create table staff_invitations (
  id integer generated always as identity primary key,
  email text not null,
  staff_role text not null check (staff_role in ('owner', 'manager', 'fulfillment', 'support', 'read-only')),
  -- An invitation ends with the account of the owner who sent it.
  invited_by integer not null references users (id) on delete cascade,
  -- SHA-256 of the token of the last link; null until it is emailed.
  token_hash text unique,
  -- How often it was sent. A delayed email of an earlier time isn't sent anymore.
  round integer not null default 1,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index staff_invitations_email_key on staff_invitations (lower(email));
create index staff_invitations_invited_by on staff_invitations (invited_by);
