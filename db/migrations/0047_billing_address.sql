-- As typed, in the shape of the API; null: no address other than the shipping address was given.
alter table orders add column billing_address jsonb;

-- What the bank said about the billing address and the security code: 'pass', 'fail', 'unavailable' or another word of the
-- provider; null: not checked, or not known yet.
alter table payments
  add column address_check text,
  add column postal_code_check text,
  add column security_code_check text;
