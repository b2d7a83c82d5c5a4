/**
 * Mistakes that can be planted in the model, each one that a developer could make in the function it names. Exploring
 * must find that each breaks an invariant: an invariant that nothing can break says nothing.
 */
export const MISTAKES = [
  'lease_ack does not look whether the bit is open',
  'lease_ack does not look whether the lease is over',
  'retry_ack does not compare the epoch',
  'retry_fail keeps the epoch of the failed delivery',
  'delivery_revoke leaves the bits of the lease open',
  'delivery_revoke counts what is behind the named head',
  'lease_fail frees the key before the retry row is written',
  'fifo_free does not look for retry rows',
  'fifo_retry_claim does not look for a lease of the key',
  'fifo_log_claim does not flag what it passes over',
  'fifo_log_claim moves the cursor behind what it did not take',
  'fifo_lease_ack takes an early ack as final',
  'fifo_settle_early leaves early acks alone',
  'fifo_reenter counts as a delivery',
  'delivery_lost counts as an attempt',
  'expire does not look again before it ends a lease',
  'message_bury leaves the retry row',
  'retry_fail gives one delivery more than the limit',
  'redrive_step takes out the letter, and crashes before it writes the retry row',
  'redrive_step does not block the key',
  'redrive_start takes what another re-drive has, and redrive_step does not mark its items',
  'message_send does not know a repeated id',
] as const;

export type Mistake = (typeof MISTAKES)[number];
