import { expect, test } from 'vitest';
import { placeFailure } from './place-failure.model';

const problem = (field: string | undefined, message: string) => ({ field, message });
const error = (...problems: ReturnType<typeof problem>[]) => ({
  ...{ code: 'bad-request', message: problems[0]?.message ?? '' },
  ...{ field: problems[0]?.field, problems },
});

test('each problem stands at its field, and what has no field stands alone', () => {
  const three = error(
    problem('name', 'Too long.'),
    problem('retryPolicy.intervalMs', 'Too short.'),
    problem('x', 'No.'),
  );
  const { failure, atFields } = placeFailure(three, ['name', 'retryPolicy']);
  expect([...atFields]).toEqual([
    ['name', 'Too long.'],
    ['retryPolicy', 'Too short.'],
  ]);
  expect(failure?.message).toBe('No.');
  expect(placeFailure(error(problem('name', 'Too long.')), ['name']).failure).toBeNull();
  expect(placeFailure(error(problem('x', 'No.')), ['name'])).toMatchObject({ failure: { message: 'No.' } });
});

test('two problems of one field are both said; a failure of an older server has one', () => {
  const two = error(problem('rules[0].name', 'Empty.'), problem('rules[1].name', 'Twice.'));
  expect(placeFailure(two, ['rules']).atFields.get('rules')).toBe('Empty. Twice.');
  const old = { code: 'conflict', field: 'name', message: 'Taken.' };
  expect(placeFailure(old, ['name']).atFields.get('name')).toBe('Taken.');
  expect(placeFailure(null, ['name'])).toEqual({ failure: null, atFields: new Map() });
});
