-- The second line of the shipping address; null if there is none. Nodes of the previous version neither read nor write it.
alter table orders add column address2 text;
