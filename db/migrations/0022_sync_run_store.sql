-- Of which store a run is: its page and its clock mean nothing to another one. Null: no walk, or a run from before this column.
alter table sync_runs add column store_url text;
