-- Which entry takes back another one's change; one entry is taken back once.
alter table audit_log add column undoes bigint unique;

-- Each entry is sealed: its hash is made of its content and of the hash of the entry in the place before (docs/decisions/0025).
alter table audit_log
  add column place bigint unique check (place > 0),
  add column hash bytea,
  add constraint sealed check ((place is null) = (hash is null));
create index audit_log_unsealed on audit_log (id) where hash is null;

-- The newest seal, kept apart, so that entries cannot be cut from the end unseen. One row, for which all who seal queue.
create table audit_head (
  id integer primary key default 1 check (id = 1),
  place bigint not null,
  hash bytea not null
);
insert into audit_head (place, hash) values (0, '');

-- All that an admin can read of an entry. Not actor_id, which goes with the account; the name stays.
create function audit_hash(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor, entry.action, entry.subject_id,
    entry.before, entry.after, entry.undoes
  )::text, 'UTF8'))
$$;

-- Seals what is not sealed yet. What others have not committed is out of sight, and what they have is sealed: so it is what
-- the own transaction has written.
create function seal_audit_log() returns void language plpgsql as $$
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

select seal_audit_log();

create function seal_audit_entry() returns trigger language plpgsql as $$
begin
  -- The first entry of a transaction seals all of them; a copied one comes sealed.
  if exists (select from audit_log where id = new.id and hash is null) then
    perform seal_audit_log();
  end if;
  return null;
end
$$;

-- As the last step of the transaction: whoever queues here wants no other lock any more, so that nobody waits in a circle, and
-- nobody queues while there is still work to do.
create constraint trigger seal after insert on audit_log deferrable initially deferred
  for each row execute function seal_audit_entry();
