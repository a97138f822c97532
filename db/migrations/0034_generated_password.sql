-- The password was generated at the first start and stands in a file: its owner is asked for a new one.
alter table users add column must_change_password boolean not null default false;
