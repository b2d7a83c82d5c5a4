import { expect, test } from 'vitest';
import { checkAll, problemsIn } from './check-all';
import { BrokerError } from './errors';

const refuse = (field: string, value: number) => () => {
  throw new BrokerError('bad-request', `${field} is wrong.`, { field, limit: 1, value });
};

test('every check runs, and one refusal lists what each found; the first one is the error', () => {
  const ran: string[] = [];
  const checks = [refuse('a', 1), () => ran.push('b'), () => checkAll([refuse('c', 3), refuse('d', 4)])];
  expect(() => checkAll(checks)).toThrow('a is wrong.');
  expect(ran).toEqual(['b']);
  expect(problemsIn(() => checkAll(checks))).toEqual([
    { field: 'a', limit: 1, value: 1, message: 'a is wrong.' },
    { field: 'c', limit: 1, value: 3, message: 'c is wrong.' },
    { field: 'd', limit: 1, value: 4, message: 'd is wrong.' },
  ]);
  expect(problemsIn(() => checkAll([() => ran.push('e')]))).toEqual([]);
});

test('what is no refusal is not swallowed', () => {
  const broken = () => {
    throw new TypeError('a bug');
  };
  expect(() => checkAll([refuse('a', 1), broken])).toThrow('a bug');
  expect(() => problemsIn(broken)).toThrow('a bug');
});
