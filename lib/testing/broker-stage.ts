import { afterAll, beforeAll } from 'vitest';

import { createTestBroker, type TestBroker } from './broker';

/** The broker of a test file, there as long as its tests run. */
export interface Stage {
  readonly broker: TestBroker;
}

/** Makes a broker before the tests of a file and closes it after them. */
export function brokerStage({ atFirstSegment = false }: { atFirstSegment?: boolean } = {}): Stage {
  let made: TestBroker | undefined;
  beforeAll(async () => {
    made = await createTestBroker();
    if (atFirstSegment) await startAtFirstSegment(made);
  });
  afterAll(() => made?.close());
  return {
    get broker() {
      if (made === undefined) throw new Error('the broker is made before the tests, not while they are collected');
      return made;
    },
  };
}

/**
 * The first segment was opened by the migration, on the real clock: for the test it was at the beginning of test time.
 */
export async function startAtFirstSegment({ database, clock }: TestBroker): Promise<void> {
  await database.store.console.query('UPDATE segment SET opened_at = $1', [clock.nowOrNull()]);
}
