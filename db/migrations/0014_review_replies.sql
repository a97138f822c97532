-- What the shop answers to a review, shown under it.
alter table reviews
  add column reply text,
  add column replied_at timestamptz,
  add constraint reviews_reply_has_its_time check ((reply is null) = (replied_at is null));
