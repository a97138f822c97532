-- Which of the shop's tax classes a product has, or null for that of its category, or else the standard one.
alter table products add column tax_class text;
alter table categories add column tax_class text;
