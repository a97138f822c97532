-- Products that a run saw but that aren't active on the platform, so that the run can account for all products it compared.
alter table sync_runs add column inactive integer not null default 0 check (inactive >= 0);
