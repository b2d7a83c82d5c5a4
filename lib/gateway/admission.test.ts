import { expect, test } from 'vitest';

import { Admission } from './admission';
import { CODE } from './proto/codes';

test('as many calls of an RPC as its limit are let in; one that ended makes room for the next', () => {
  const refused: string[] = [];
  const count = (_name: string, { limit = '' }: Readonly<Record<string, string>>) => void refused.push(limit);
  const admission = new Admission({ metrics: { count, observe: () => undefined }, maxRunningCalls: 2 });
  expect([admission.enter('SendMessage'), admission.enter('SendMessage')]).toEqual([null, null]);
  expect(admission.enter('SendMessage')).toMatchObject({ code: CODE.TOO_MANY_REQUESTS });
  expect(refused).toEqual(['running-calls']);
  expect(admission.enter('AckMessage')).toBeNull();
  admission.leave('SendMessage');
  expect(admission.busiest).toEqual({ rpc: 'SendMessage', running: 1, limit: 2 });
  expect(admission.enter('SendMessage')).toBeNull();
});
