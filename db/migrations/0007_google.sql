-- Sign-ins at Google: begun ones, and finished ones that the browser has not exchanged yet. Each is taken once, by the
-- cookie of which only the SHA-256 is kept; who signed in is not kept either, only what lets it be known again.
create table google_sign_ins (
  token_hash text primary key,
  -- SHA-256 of who signed in; null: not finished yet.
  profile_hash text,
  expires_at timestamptz not null
);
create index google_sign_ins_expires_at on google_sign_ins (expires_at);
