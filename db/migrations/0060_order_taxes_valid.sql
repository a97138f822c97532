-- Reads the table, without blocking reads or writes.
alter table order_versions validate constraint tax_not_negative;
alter table order_versions validate constraint quote_agrees;
