-- Who was told that an alarm began is told that somebody took it: a paging service stops calling the next one.
ALTER TABLE alarm_delivery DROP CONSTRAINT alarm_delivery_kind_check;
ALTER TABLE alarm_delivery ADD CONSTRAINT alarm_delivery_kind_check CHECK (kind IN ('fired', 'repeated', 'acknowledged', 'resolved', 'test'));
