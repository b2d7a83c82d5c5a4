/**
 * What the end of a first delivery looks like in the record: a delivery_event `d` with attempt 1. A reply that was
 * lost, a restart of the group and a filter are no verdict; a lowered limit ends what had failed already, and an
 * operator decides without one.
 */
export const FIRST_FAILED = `
  (d.state IN ('WaitingRetry', 'Ready', 'DLQ')
    AND d.cause NOT IN ('reply-lost', 'suspended', 'restarted', 're-driven', 'recalled', 'limit-lowered',
      'hold-released', 'retried-now', 'buried', 'revoked', 'returned'))`;
export const FIRST_CONSUMED = `(d.state = 'Commit' AND d.cause <> 'filtered')`;
