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

/** The first segment was opened by the migration, on the real clock: test time starts there. */
async function startAtFirstSegment({ database, clock }: TestBroker): Promise<void> {
  const { rows } = await database.store.console.query<{ opened_at: Date }>('SELECT opened_at FROM segment');
  clock.advance((rows[0]?.opened_at.getTime() ?? 0) - clock.nowOrNull().getTime());
}
