-- What VIES, the EU's register of VAT numbers, last answered about a number (docs/decisions/0064-vat-numbers.md).
create table vat_answers (
  number text primary key,
  -- Null until VIES has answered.
  is_valid boolean,
  name text,
  consultation_number text,
  answered_at timestamptz,
  -- The last query without an answer.
  failed_at timestamptz,
  -- While a query is running, others wait for its answer.
  querying_until timestamptz,
  updated_at timestamptz not null,
  check ((is_valid is null) = (answered_at is null))
);
create index vat_answers_updated_at on vat_answers (updated_at);

-- A number is verified, unverified, or invalid.
update orders
set vat_number = vat_number - 'isVerified' || jsonb_build_object(
  'state', case when (vat_number ->> 'isVerified')::boolean then 'verified' else 'unverified' end,
  'isAccepted', true,
  'consultationNumber', null
)
where vat_number is not null;
create index orders_unverified_vat_number on orders (created_at) where vat_number ->> 'state' = 'unverified';
