-- A client may begin to read a lite topic before where its group stands: messages before this offset may have been
-- handed out already, and some of them wait for a retry or are dead letters.
ALTER TABLE fifo_group ADD COLUMN repeat_to bigint;
