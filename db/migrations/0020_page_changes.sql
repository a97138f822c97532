-- What pages show has changed: one row for each transaction that changed it, kept for an hour. Every node remembers the
-- snapshot in which it last looked; a row that this snapshot could not see is news (server/platform/db/changes.ts). A plain
-- counter would make all writers wait for each other, and would order them by their beginning, not by their commit.
create table page_changes (
  xid xid8 primary key default pg_current_xact_id(),
  at timestamptz not null default now()
);

-- Heard by all nodes when the transaction commits; several in one transaction are one.
create function note_page_change() returns trigger language plpgsql as $$
begin
  insert into page_changes default values on conflict do nothing;
  perform pg_notify('page_changes', '');
  return null;
end
$$;

-- Every table of which a page, a list, a search or a review shows something. Whoever writes need not think of it.
create trigger page_change after insert or update or delete on categories execute function note_page_change();
create trigger page_change after insert or update or delete on products execute function note_page_change();
create trigger page_change after insert or update or delete on product_images execute function note_page_change();
create trigger page_change after insert or update or delete on product_old_slugs execute function note_page_change();
create trigger page_change after insert or update or delete on product_search execute function note_page_change();
create trigger page_change after insert or update or delete on stock execute function note_page_change();
create trigger page_change after insert or update or delete on settings execute function note_page_change();
create trigger page_change after insert or update or delete on reviews execute function note_page_change();
-- A review shows who wrote it, and whether they have bought what they write about.
create trigger page_change after update of username, full_name on users execute function note_page_change();
create trigger page_change after update of status, version, user_id on orders execute function note_page_change();
