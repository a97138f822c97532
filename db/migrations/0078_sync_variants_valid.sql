-- Validating lets shoppers and jobs write.
alter table stock_pushes validate constraint stock_pushes_variant_fkey;
