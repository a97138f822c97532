-- Declined cards are counted by the hour and by the day.
create index payment_moves_declined on payment_moves (at) where kind = 'declined';
