-- Existing orders get the quote that their columns and items amount to. Locks rows only. Nodes of the previous version delete
-- versions of unpaid orders when these are paid, so unpaid orders come last and are locked only briefly.
update order_versions set quote = quote_of_columns(order_versions)
where quote is null and order_id in (select id from orders where status <> 'pending');
update order_versions set quote = quote_of_columns(order_versions) where quote is null;
