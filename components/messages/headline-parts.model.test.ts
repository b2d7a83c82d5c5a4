import { expect, test } from 'vitest';

import { fetchedNote, restartedNote } from './headline-parts.model';

type Deliveries = Parameters<typeof fetchedNote>[0]['deliveries'];
const last = (fields: Partial<Deliveries[number]>): Parameters<typeof fetchedNote>[0] =>
  ({ deliveries: [fields] }) as unknown as Parameters<typeof fetchedNote>[0];

test('[case 43] an acknowledgement ahead of its turn is shown with its time; without one the client only holds the message', () => {
  const at = '2026-01-01T00:00:00.000Z';
  expect(fetchedNote(last({ ackedEarlyAt: at }))).toContainEqual({ at });
  expect(fetchedNote(last({ ackedEarlyAt: null }))).toEqual(['Its client has fetched it already.']);
});

test('[case 43] a delivery that was void says why it comes again; a failed one does not', () => {
  expect(restartedNote(last({ state: 'restarted' }))).toEqual([
    'Acknowledged before its predecessor; delivered again because the predecessor failed.',
  ]);
  expect(restartedNote(last({ state: 'failed' }))).toEqual([]);
});
