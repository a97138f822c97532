-- Entries are never changed or deleted. Each is part of a hash chain (docs/decisions/0025).
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null after the account is deleted; the name stays.
  actor_id integer references users (id) on delete set null,
  actor text not null,
  -- Such as 'user.changed'.
  action text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  -- 'product.changed' is about a product.
  kind text not null generated always as (split_part(action, '.', 1)) stored,
  -- The entry whose change this one undoes, at most once.
  undoes bigint unique,
  -- Position in the chain.
  place bigint unique check (place > 0),
  hash bytea,
  constraint chained check ((place is null) = (hash is null))
);
create index audit_log_at on audit_log (at);
create index audit_log_actor_id on audit_log (actor_id);
create index audit_log_subject on audit_log (kind, subject_id, id);
create index audit_log_unchained on audit_log (id) where hash is null;

-- The chain's last hash, stored separately, so cutting off entries at the end doesn't go unnoticed. One row, which serializes writers.
create table audit_head (
  id integer primary key default 1 check (id = 1),
  place bigint not null,
  hash bytea not null
);
insert into audit_head (place, hash) values (0, '');

-- Hashes everything an admin can read of an entry. Not actor_id, which is removed with the account; the name stays.
create function audit_hash(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor, entry.action, entry.subject_id,
    entry.before, entry.after, entry.undoes
  )::text, 'UTF8'))
$$;

-- Chains the entries of the current transaction: uncommitted ones of others are invisible, and committed ones are chained.
create function chain_audit_log() returns void language plpgsql as $$
declare
  head audit_head;
  entry audit_log;
begin
  select * into strict head from audit_head for update;
  for entry in select * from audit_log where hash is null order by id loop
    head.place := head.place + 1;
    head.hash := audit_hash(head.hash, entry);
    update audit_log set place = head.place, hash = head.hash where id = entry.id;
  end loop;
  update audit_head set place = head.place, hash = head.hash;
end
$$;

create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  -- The first entry of a transaction chains all of them. A restored entry already has its hash.
  if exists (select from audit_log where id = new.id and hash is null) then
    perform chain_audit_log();
  end if;
  return null;
end
$$;

-- The last step of the transaction: a writer that waits here needs no other lock any more, so no deadlock is possible, and nobody
-- waits while there is work to do.
create constraint trigger chain after insert on audit_log deferrable initially deferred
  for each row execute function chain_audit_entry();
