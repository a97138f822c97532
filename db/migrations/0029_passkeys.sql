-- What a device signs in with (WebAuthn); the shop has its public half only. Both texts are base64url, as browsers send it.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- Uses, as the device counts them: a whole number below 2^32. Most passkeys stay at 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

-- What a device is asked to sign; each is deleted by the first answer, good or not. The token is in a cookie.
create table passkey_challenges (
  token_hash text primary key,
  challenge text not null,
  -- Where a passkey is added; null: somebody signs in.
  session_id integer references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_session_id on passkey_challenges (session_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- An app that shows codes (TOTP), beside the password.
create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  -- Sealed.
  secret text not null,
  -- Null until the first code was typed in: nobody is asked for codes before.
  confirmed_at timestamptz,
  -- The thirty seconds, counted since 1970, whose code was taken last: no code is taken twice.
  last_period integer,
  created_at timestamptz not null default now()
);

-- For whoever has lost the app; each is deleted when it is used.
create table recovery_codes (
  code_hash text primary key,
  user_id integer not null references users (id) on delete cascade
);
create index recovery_codes_user_id on recovery_codes (user_id);

-- Sign-ins that wait for a code.
create table sign_in_steps (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_steps_user_id on sign_in_steps (user_id);
create index sign_in_steps_expires_at on sign_in_steps (expires_at);
