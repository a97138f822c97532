-- When the owner of a session last proved that it is theirs, after signing in: outside the demo some admin actions need
-- a recent proof.
alter table sessions add column proven_at timestamptz;

-- A challenge for such a proof must not be used to add a passkey, which asks for the password first.
alter table passkey_challenges add column is_proof boolean not null default false;
