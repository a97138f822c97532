-- Counts of the platform's products that a run left out or changed, by reason, instead of only those that aren't active.
alter table sync_runs drop column inactive;
alter table sync_runs add column exceptions jsonb not null default '{}';
