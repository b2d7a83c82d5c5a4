import type { Feature } from '../../cluster';

/** What the console shows or does of an attached cluster in this version; the rest of the table it could. */
export const OFFERED: ReadonlySet<Feature> = new Set<Feature>([
  'group-settings',
  'edit-settings',
  'backlog',
  'in-flight',
  'oldest-waiting',
  'consumers',
  'producers',
  'deliveries',
  'failure-reasons',
  'dead-letters',
  'pause',
  'delete-group',
  'reset-offset',
  'redrive',
  'redrive-verdict',
  'try-now',
  'message-search',
  'browse-topic',
  'timeline',
  'waiting-retries',
  'throttling',
  'scheduled',
  'alarms',
  'blocked-keys',
]);
