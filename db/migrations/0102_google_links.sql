-- 'google' proves the mailbox for a sign-in with Google to an account whose email address was never verified.
alter table mailed_links drop constraint mailed_links_purpose_check;
alter table mailed_links add constraint mailed_links_purpose_check
  check (purpose in ('verify', 'change', 'reset', 'undo', 'claim', 'google'));
