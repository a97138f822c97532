-- Files as evidence against a dispute. The payment provider stores their content.
create table dispute_files (
  dispute_id text not null references disputes (id) on delete cascade,
  kind text not null check (kind in ('receipt', 'shippingDocumentation', 'customerCommunication', 'other')),
  -- The provider's ID.
  file_id text not null,
  -- The name on the admin's computer.
  name text not null,
  bytes integer not null check (bytes > 0),
  added_at timestamptz not null default now(),
  primary key (dispute_id, kind)
);
