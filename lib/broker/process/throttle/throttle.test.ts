import { expect, test } from 'vitest';

import { isBrokerError } from '../../../model/errors';
import type { SharedLimit } from '../../../model/throttle/limit';
import { LIMIT_KIND_NAMES, LIMIT_KINDS } from '../../../model/throttle/limit-kind';
import { Throttle } from './throttle';

let nowMs = 0;
/** What the database answers, by limit id. */
let closed = new Map<number, boolean>();
const counted: string[] = [];
const metrics = {
  count: (_: string, labels: Readonly<Record<string, string>>) => void counted.push(Object.values(labels).join(' | ')),
  observe: () => undefined,
};

function limit(fields: Partial<SharedLimit>): SharedLimit {
  return {
    limitId: 1,
    kind: 'send-rate',
    scope: 'topic',
    subject: 'orders',
    hard: 10,
    softShare: 0.8,
    burstMs: 1_000,
    enabled: true,
    version: 1,
    reason: '',
    updatedBy: 'test',
    updatedAt: new Date(0),
    closed: false,
    ...fields,
  };
}

/** A loop reads a level, and the database says whether it is closed. */
async function read(throttle: Throttle, limitId: number, value: number, isClosed: boolean): Promise<void> {
  closed = new Map([[limitId, isClosed]]);
  await throttle.settle(new Date(0), [{ limitId, value }]);
}

const settle = (): Promise<ReadonlyMap<number, boolean>> => Promise.resolve(closed);

function throttleWith(...limits: SharedLimit[]): Throttle {
  nowMs = 0;
  counted.length = 0;
  const throttle = new Throttle({ metrics, read: () => Promise.resolve(limits), settle, nowMs: () => nowMs });
  throttle.setLimits(limits);
  return throttle;
}

/** "sent", or the text of the refusal. */
function send(throttle: Throttle, caller = {}, amount = { messages: 1, bytes: 100 }): string {
  try {
    throttle.admitSend({ topic: 'orders', clientId: 'client-1', ...caller }, amount);
    return 'sent';
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    expect(error.code).toBe('too-many-requests');
    return error.message;
  }
}

function receive(throttle: Throttle, group = 'billing'): string {
  try {
    throttle.admitReceive({ topic: 'orders', group, clientId: 'client-1' });
    return 'received';
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return error.message;
  }
}

test('a rate lets its burst and then its rate through; the refusal names limit and value, and who was refused', () => {
  const throttle = throttleWith(limit({}));
  const sent = Array.from({ length: 20 }, () => send(throttle)).filter((outcome) => outcome === 'sent');
  expect(sent).toHaveLength(10);
  expect(send(throttle)).toMatch(
    /^start flow control .* send-rate of topic orders is used up, its limit 10 messages\/s \(530 TOO_MANY_REQUESTS\)\.$/,
  );
  expect(counted.at(-1)).toBe('send-rate of topic orders | orders |  | client-1 | ');
  expect(send(throttle, { topic: 'another' })).toBe('sent');
  nowMs += 100;
  expect([send(throttle), send(throttle)][0]).toBe('sent');
});

test('all rates or none: a send that one limit refuses takes nothing of the others', () => {
  const throttle = throttleWith(
    limit({ hard: 5 }),
    limit({ kind: 'send-bytes', scope: 'broker', subject: '', hard: 1_000 }),
  );
  expect(send(throttle, {}, { messages: 1, bytes: 1_000 })).toBe('sent');
  for (let attempt = 0; attempt < 10; attempt += 1) expect(send(throttle)).toContain('send-bytes of the broker');
  nowMs += 1_000;
  expect(Array.from({ length: 4 }, () => send(throttle))).toEqual(['sent', 'sent', 'sent', 'sent']);
});

test('a key has its own limit, whatever topic it sends to', () => {
  const throttle = throttleWith(limit({ scope: 'access-key', subject: 'AK1', hard: 1 }));
  expect(send(throttle, { accessKey: 'AK1' })).toBe('sent');
  expect(send(throttle, { accessKey: 'AK1', topic: 'another' })).toContain('send-rate of access-key AK1');
  expect(send(throttle, { accessKey: 'AK2' })).toBe('sent');
});

test('nodes share a rate', () => {
  const throttle = throttleWith(limit({ hard: 100 }));
  throttle.setNodes(4);
  expect(Array.from({ length: 100 }, () => send(throttle)).filter((outcome) => outcome === 'sent')).toHaveLength(25);
});

test('a level is closed as the database says, whatever its value, and opens with the limits read again', async () => {
  const level = limit({ kind: 'backlog-count', hard: 1_000 });
  const throttle = throttleWith(level);
  await read(throttle, 1, 900, true);
  expect(send(throttle)).toContain('backlog-count of topic orders is 900, its limit 1000 messages');
  await read(throttle, 1, 900, false);
  expect(send(throttle)).toBe('sent');
  throttle.setLimits([{ ...level, closed: true }]);
  expect(send(throttle)).toContain('is 900');
  throttle.setLimits([level]);
  expect(send(throttle)).toBe('sent');
});

test('closed by another node before this one has read it: unknown, and nothing is refused', async () => {
  const throttle = throttleWith(limit({ kind: 'backlog-count', closed: true }));
  expect(send(throttle)).toBe('sent');
  expect(throttle.uses()).toMatchObject([{ state: 'unknown', value: null }]);
  await read(throttle, 2, 5, true);
  expect(send(throttle)).toBe('sent');
  await read(throttle, 1, 9, true);
  expect(send(throttle)).toContain('is 9');
});

test('what the database did not settle was not read', async () => {
  const throttle = throttleWith(limit({ kind: 'backlog-count' }));
  closed = new Map();
  await throttle.settle(new Date(0), [{ limitId: 1, value: 7 }]);
  expect(throttle.uses()).toMatchObject([{ state: 'unknown', value: null }]);
});

test("a group's backlog refuses the sends to what it reads; a level that cannot be read any more refuses nothing", async () => {
  const throttle = throttleWith(limit({ kind: 'backlog-age', scope: 'group', subject: 'billing', hard: 60 }));
  throttle.setReaders(new Map([['orders', ['shipping', 'billing']]]));
  await read(throttle, 1, 61, true);
  expect(send(throttle)).toContain('backlog-age of group billing is 61, its limit 60 s');
  // With access keys there are strangers; operators find the group in the counter.
  expect(send(throttle, { accessKey: 'AK1' })).toContain('backlog-age of a group that reads it is 61, its limit 60 s');
  expect(counted.at(-1)).toBe('backlog-age of group billing | orders |  | client-1 | AK1');
  expect(send(throttle, { topic: 'another' })).toBe('sent');
  nowMs += 31_000;
  expect(send(throttle)).toBe('sent');
});

test('an edit keeps what was used up; a removed limit is gone', () => {
  const rate = limit({});
  const level = limit({ limitId: 2, kind: 'backlog-count', hard: 100 });
  const throttle = throttleWith(rate, level);
  for (let count = 0; count < 10; count += 1) send(throttle);
  throttle.setLimits([{ ...rate, hard: 20, version: 2 }, level]);
  expect(send(throttle)).toContain('its limit 20');
  throttle.setLimits([]);
  expect(Array.from({ length: 100 }, () => send(throttle)).every((outcome) => outcome === 'sent')).toBe(true);
});

test('a disabled limit does nothing', () => {
  const throttle = throttleWith(limit({ hard: 1, enabled: false }));
  expect([send(throttle), send(throttle), send(throttle)]).toEqual(['sent', 'sent', 'sent']);
});

test('deliveries are paid for afterwards: the next receive waits', () => {
  const throttle = throttleWith(limit({ kind: 'receive-rate', scope: 'group', subject: 'billing', hard: 10 }));
  expect(receive(throttle)).toBe('received');
  throttle.delivered({ topic: 'orders', group: 'billing' }, { messages: 32, bytes: 1 }, 0);
  expect(receive(throttle)).toContain('receive-rate of group billing is used up');
  nowMs += 2_200;
  expect(receive(throttle)).toContain('used up');
  nowMs += 200;
  expect(receive(throttle)).toBe('received');
  expect(receive(throttle, 'another')).toBe('received');
});

test('reads from an old position have an allowance of their own; who has caught up is free of it', () => {
  const throttle = throttleWith(limit({ kind: 'cold-read', scope: 'group', subject: 'billing', hard: 1_000 }));
  throttle.delivered({ topic: 'orders', group: 'billing' }, { messages: 2, bytes: 9_000 }, 5_000);
  expect(receive(throttle)).toContain('cold-read of group billing');
  nowMs += 4_100;
  expect(receive(throttle)).toBe('received');
  throttle.delivered({ topic: 'orders', group: 'billing' }, { messages: 1, bytes: 5_000 }, 0);
  expect(receive(throttle)).toBe('received');
});

test('a group that found nothing more to read has caught up: it does not wait for what others read from old positions', () => {
  const throttle = throttleWith(limit({ kind: 'cold-read', scope: 'broker', subject: '', hard: 1_000 }));
  const place = { topic: 'orders', group: 'billing' };
  const other = { topic: 'orders', group: 'reports' };
  throttle.delivered(place, { messages: 1, bytes: 500 }, 500);
  nowMs += 10_001;
  throttle.delivered(other, { messages: 1, bytes: 50_000 }, 50_000);
  expect(receive(throttle)).toContain('cold-read of the broker');
  throttle.delivered(place, { messages: 0, bytes: 0 }, 0);
  expect(receive(throttle)).toBe('received');
  expect(receive(throttle, 'reports')).toContain('cold-read of the broker');
});

test('what was refused behind the limit has used up nothing of it, and never makes more than its burst', () => {
  const throttle = throttleWith(
    limit({ hard: 5 }),
    limit({ kind: 'send-bytes', scope: 'broker', subject: '', hard: 500 }),
  );
  const amount = { messages: 1, bytes: 100 };
  for (let count = 0; count < 20; count += 1) {
    expect(send(throttle)).toBe('sent');
    throttle.refund({ topic: 'orders' }, amount);
  }
  throttle.refund({ topic: 'orders' }, amount);
  const sent = Array.from({ length: 20 }, () => send(throttle)).filter((outcome) => outcome === 'sent');
  expect(sent).toHaveLength(5);
  expect(throttle.uses().map(({ value }) => value)).toEqual([0.4, 40]);
});

test('what each limit is at: room, warning from the soft line on, refusing; unknown when it was not read', async () => {
  const throttle = throttleWith(
    limit({ hard: 10 }),
    limit({ limitId: 2, kind: 'backlog-count', hard: 1_000 }),
    limit({ limitId: 3, kind: 'storage', scope: 'broker', subject: '', hard: 5 }),
    limit({ subject: 'off', enabled: false }),
  );
  const states = (): string[] =>
    throttle.uses().map(({ limit: { kind }, value, state }) => `${kind} ${value} ${state}`);
  expect(states()).toEqual(['send-rate 0 room', 'backlog-count null unknown', 'storage null unknown']);
  await read(throttle, 2, 800, false);
  for (let count = 0; count < 90; count += 1) {
    send(throttle);
    nowMs += 100;
  }
  expect(states().slice(0, 2)).toEqual(['send-rate 9 warning', 'backlog-count 800 warning']);
  for (let count = 0; count < 20; count += 1) send(throttle);
  await read(throttle, 2, 1_000, true);
  expect(states()[0]).toMatch(/^send-rate .* refusing$/);
  expect(states()[1]).toBe('backlog-count 1000 refusing');
  nowMs += 31_000;
  expect(states().slice(0, 2)).toEqual(['send-rate 0 room', 'backlog-count null unknown']);
  throttle.setNodes(4);
  expect(throttle.uses()[0]).toMatchObject({ line: 2.5, nodes: 4 });
});

test('what is checked first takes nothing', () => {
  const throttle = throttleWith(limit({ hard: 2 }));
  const check = (): void => throttle.checkSend({ topic: 'orders' });
  for (let count = 0; count < 10; count += 1) check();
  expect([send(throttle), send(throttle)]).toEqual(['sent', 'sent']);
  expect(check).toThrow('used up');
});

test('a hot queue beside an old one does not make a group hot: the allowance holds on average', () => {
  const throttle = throttleWith(limit({ kind: 'cold-read', scope: 'group', subject: 'billing', hard: 1_000 }));
  let coldBytes = 0;
  for (let step = 0; step < 600; step += 1) {
    nowMs += 100;
    if (receive(throttle) !== 'received') continue;
    const isCold = step % 2 === 0;
    if (isCold) coldBytes += 5_000;
    throttle.delivered({ topic: 'orders', group: 'billing' }, { messages: 1, bytes: 5_000 }, isCold ? 5_000 : 0);
  }
  // A minute at 1,000 bytes/s, the burst and one receive.
  expect(coldBytes).toBeLessThanOrEqual(60_000 + 1_000 + 5_000);
  const other = { topic: 'payments', group: 'billing' };
  expect(() => throttle.admitReceive(other)).not.toThrow();
});

test('limits read before an edit do not replace those read after it', async () => {
  const answers: ((limits: SharedLimit[]) => void)[] = [];
  const throttle = new Throttle({
    metrics,
    nowMs: () => nowMs,
    settle,
    read: () => new Promise((resolve) => void answers.push(resolve)),
  });
  const loop = throttle.reload();
  await Promise.resolve();
  const edit = throttle.reload();
  answers[0]?.([limit({ hard: 1 })]);
  await loop;
  await Promise.resolve();
  answers[1]?.([limit({ hard: 2, version: 2 })]);
  await edit;
  expect(answers).toHaveLength(2);
  expect(throttle.uses()[0]?.limit.version).toBe(2);
});

test('a read that fails keeps the limits of before, and the next one is heard', async () => {
  let answer: () => Promise<SharedLimit[]> = () => Promise.resolve([limit({ hard: 1, burstMs: 0 })]);
  const throttle = new Throttle({ metrics, nowMs: () => nowMs, settle, read: () => answer() });
  await throttle.reload();
  answer = () => Promise.reject(new Error('the database is away'));
  await expect(throttle.reload()).rejects.toThrow('away');
  expect([send(throttle), send(throttle) === 'sent']).toEqual(['sent', false]);
  answer = () => Promise.resolve([]);
  await throttle.reload();
  expect(send(throttle)).toBe('sent');
});

test('a large message gets through now and then, however many small ones ask all the time', () => {
  const throttle = throttleWith(limit({ kind: 'send-bytes', hard: 10_000 }));
  const [large, small] = [
    { messages: 1, bytes: 50_000 },
    { messages: 1, bytes: 100 },
  ];
  let [sentLarge, sentSmall] = [0, 0];
  // A minute.
  for (let step = 1; step <= 8_000; step += 1) {
    nowMs += 7.5;
    if (step % 61 === 0 && send(throttle, {}, large) === 'sent') sentLarge += 1;
    if (send(throttle, {}, small) === 'sent') sentSmall += 1;
  }
  expect(sentLarge).toBeGreaterThan(1);
  expect(sentSmall).toBeGreaterThan(10);
  expect(sentLarge * 50_000 + sentSmall * 100).toBeLessThanOrEqual(60 * 10_000 + 10_000 + 50_000);
});

test('clock jumps, a thousand limits, extremes: never more than the rate and one burst', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => limit({ subject: `topic-${index}`, hard: 1e15 }));
  const throttle = throttleWith(...many, limit({ hard: 5, burstMs: 0 }));
  const rates = { forwards: 0, backwards: 0 };
  expect(send(throttle, { topic: 'topic-999' })).toBe('sent');
  nowMs = 1e12;
  for (let count = 0; count < 100; count += 1) if (send(throttle) === 'sent') rates.forwards += 1;
  nowMs = 0;
  for (let count = 0; count < 100; count += 1) if (send(throttle) === 'sent') rates.backwards += 1;
  expect(rates).toEqual({ forwards: 1, backwards: 0 });
});

test('nodes come and go: what was used up stays used, and a share never grows by flapping', () => {
  const throttle = throttleWith(limit({ hard: 100, burstMs: 1_000 }));
  let sent = 0;
  for (let step = 0; step < 1_000; step += 1) {
    nowMs += 10;
    throttle.setNodes(1 + (step % 2));
    if (send(throttle) === 'sent') sent += 1;
    if (send(throttle) === 'sent') sent += 1;
  }
  // 10 s between half and all of the rate, and a burst.
  expect(sent).toBeGreaterThan(500);
  expect(sent).toBeLessThanOrEqual(750 + 100);
});

test('a refusal at one node’s share of a rate says that the limit is shared, and by how many', () => {
  const throttle = throttleWith(limit({ hard: 4, burstMs: 0 }));
  expect(send(throttle)).toBe('sent');
  expect(send(throttle)).toMatch(/its limit 4 messages\/s \(530/);
  throttle.setNodes(2);
  expect(send(throttle)).toMatch(/its limit 4 messages\/s, shared by 2 broker processes \(530/);
});

test('shares of a rate move between the processes of a node as their clients ask', () => {
  const throttle = throttleWith(limit({ hard: 10, burstMs: 0 }));
  throttle.setNodes(2);
  const sendFor = (seconds: number): number => {
    let sent = 0;
    for (let step = 0; step < seconds * 100; step += 1) {
      nowMs += 10;
      if (send(throttle) === 'sent') sent += 1;
    }
    return sent;
  };
  expect(sendFor(10)).toBeLessThanOrEqual(52);
  const [demand] = throttle.demands();
  expect(demand).toMatchObject({ limit: 'send-rate of topic orders' });
  expect(demand?.taken).toBeGreaterThan(45);
  expect(demand?.refused).toBeGreaterThan(900);
  expect(throttle.demands()).toEqual([]);
  throttle.setShares(new Map([['send-rate of topic orders', 1.9]]));
  const sent = sendFor(10);
  expect(sent).toBeGreaterThan(85);
  expect(sent).toBeLessThanOrEqual(97);
  // Never more than the limit itself, whatever is shared out.
  throttle.setShares(new Map([['send-rate of topic orders', 16]]));
  expect(sendFor(10)).toBeLessThanOrEqual(102);
});

const SUBJECTS = { broker: '', topic: 'orders', group: 'billing', 'access-key': 'key-1' } as const;
const EACH_LIMIT = LIMIT_KIND_NAMES.flatMap((kind) =>
  LIMIT_KINDS[kind].scopes.map((scope) => ({ kind, scope, subject: SUBJECTS[scope] })),
);

test.each(EACH_LIMIT)('%o refuses what it is for', async (of) => {
  const throttle = throttleWith(limit({ ...of, hard: 1 }));
  throttle.setReaders(new Map([['orders', ['billing']]]));
  if (LIMIT_KINDS[of.kind].level !== null) await read(throttle, 1, 2, true);
  const asked = () => [send(throttle, { accessKey: 'key-1' }), receive(throttle)];
  asked();
  throttle.delivered({ topic: 'orders', group: 'billing' }, { messages: 100, bytes: 100 }, 100);
  expect(asked().filter((answer) => answer !== 'sent' && answer !== 'received')).toEqual([
    expect.stringContaining(of.kind),
  ]);
});
