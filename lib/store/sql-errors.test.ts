import { expect, test } from 'vitest';

import { isRolledBack, retryRolledBack } from './sql-errors';

const sqlError = (code: string): Error => Object.assign(new Error(`SQL state ${code}`), { code });

test.each(['40P01', '40001'])(
  'a transaction that was rolled back with %s is run again, three times at most',
  async (code) => {
    let runs = 0;
    const answer = await retryRolledBack(async () => {
      runs += 1;
      if (runs < 3) throw sqlError(code);
      return 'stored';
    });
    expect({ answer, runs }).toEqual({ answer: 'stored', runs: 3 });
    await expect(
      retryRolledBack(async () => {
        runs += 1;
        throw sqlError(code);
      }),
    ).rejects.toMatchObject({ code });
    expect(runs).toBe(6);
  },
);

test('any other error ends it at once', async () => {
  let runs = 0;
  const failing = retryRolledBack(async () => {
    runs += 1;
    throw sqlError('23505');
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(1);
});

test('what PostgreSQL refused did not happen; of a connection or a server that went away it is not known', () => {
  expect(['23505', '40P01', '22021', '55P03', '53100'].map((code) => isRolledBack(sqlError(code)))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(['57P01', '08006', 'XX000', 'ECONNRESET'].map((code) => isRolledBack(sqlError(code)))).toEqual(
    Array.from({ length: 4 }, () => false),
  );
  expect(isRolledBack(new Error('Query read timeout'))).toBe(false);
});
