import { afterAll, beforeAll, expect } from 'vitest';

import { createTestBroker, type TestBroker } from './broker';
import { INVARIANTS } from './invariants';

/** The broker of a test file, there as long as its tests run. */
export interface Stage {
  readonly broker: TestBroker;
}

interface StageInput {
  readonly atFirstSegment?: boolean;
  /** After the tests of the file, each of INVARIANTS holds. */
  readonly checksInvariants?: boolean;
}

/** Makes a broker before the tests of a file and closes it after them. */
export function brokerStage({ atFirstSegment = false, checksInvariants = false }: StageInput = {}): Stage {
  let made: TestBroker | undefined;
  beforeAll(async () => {
    made = await createTestBroker();
    if (atFirstSegment) await startAtFirstSegment(made);
  });
  afterAll(async () => {
    try {
      if (checksInvariants && made !== undefined) await checkInvariants(made);
    } finally {
      await made?.close();
    }
  });
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

async function checkInvariants({ database }: TestBroker): Promise<void> {
  for (const [name, query] of INVARIANTS) {
    const { rows } = await database.store.console.query(query);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
}
