-- The VAT number of a business customer: the number, its country, whether VIES confirmed it, the time, and the name VIES returned.
alter table orders add column vat_number jsonb;
