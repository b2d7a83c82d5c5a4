import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import type { ClaimedRow } from '../../../store/queries/delivery/delivery-claim';
import { asking, laneOf, NOTHING } from '../../../testing/receive-lane';
import type { ReceiveLane } from './receive-lane';
import type { Claim, ReceiveLaneParts } from './receive-lane-parts';
import type { ReceiveRequest } from './receivers';

const servingAll = (receivers: readonly ReceiveRequest[]): Claim => ({
  rows: receivers.map((_each, index) => row(index + 1)),
  passedOver: 0,
  more: true,
});
const row = (receiver: number): ClaimedRow => ({ receiver }) as ClaimedRow;

afterEach(() => vi.useRealTimers());

test('more receives wait than one claim serves: the others are served at once, not at the next poll', async () => {
  let polls = 0;
  const claims: number[] = [];
  const claim = async (_queue: number, receivers: readonly ReceiveRequest[]): Promise<Claim> => {
    claims.push(receivers.length);
    return servingAll(receivers);
  };
  const lane = laneOf(claim, {
    nextDueMs: async () => {
      polls += 1;
      return null;
    },
  });
  const replies = await Promise.all(Array.from({ length: 40 }, () => lane.receive(asking())));
  expect(replies.every((rows) => rows.length === 1)).toBe(true);
  expect(polls).toBe(0);
  expect(Math.max(...claims)).toBeLessThan(40);
});

test('what was claimed for a caller that went away meanwhile is given back, and nothing else', async () => {
  const leaving = new AbortController();
  const returned: (readonly ClaimedRow[])[] = [];
  const gone = asking(leaving.signal);
  let claims = 0;
  const claim = async (_queue: number, receivers: readonly ReceiveRequest[]): Promise<Claim> => {
    claims += 1;
    // The first claim finds nothing, so both wait for the second one.
    if (claims === 1) return NOTHING;
    leaving.abort();
    return servingAll(receivers);
  };
  const lane = laneOf(claim, {
    returnUndelivered: (rows, request) => {
      expect(request).toBe(gone);
      returned.push(rows);
    },
  });
  const [lost, kept] = await Promise.all([lane.receive(gone), lane.receive(asking())]);
  expect(lost).toEqual([]);
  expect(kept).toEqual([row(2)]);
  expect(returned).toEqual([[row(1)]]);
});

/** Claims that end when the test says so. */
function heldClaims(): {
  readonly claim: ReceiveLaneParts['claim'];
  readonly open: { readonly receivers: readonly ReceiveRequest[]; readonly end: (claim: Claim) => void }[];
} {
  const open: ReturnType<typeof heldClaims>['open'] = [];
  return { open, claim: (_queue, receivers) => new Promise((end) => void open.push({ receivers, end })) };
}

test('a backlog is claimed by two claims at once; what no receive waits for is not', async () => {
  const { claim, open } = heldClaims();
  const lane = laneOf(claim, { claimsAtOnce: 2 });
  const replies = Promise.all(Array.from({ length: 8 }, () => lane.receive(asking())));
  await expect.poll(() => open.map(({ receivers }) => receivers.length)).toEqual([4, 4]);
  for (const { receivers, end } of open.splice(0)) end(servingAll(receivers));
  expect(await replies).toHaveLength(8);
  // One more is too few for a claim beside another one.
  const alone = lane.receive(asking());
  await expect.poll(() => open.length).toBe(1);
  const late = lane.receive(asking());
  await nextTurn();
  await nextTurn();
  expect(open).toHaveLength(1);
  open[0]?.end(servingAll(open[0].receivers));
  await expect.poll(() => open.length).toBe(2);
  open[1]?.end(servingAll(open[1].receivers));
  expect(await Promise.all([alone, late])).toHaveLength(2);
});

test('a claim that found nothing beside another one has seen too little: who waits is served by the next, at once', async () => {
  const { claim, open } = heldClaims();
  const lane = laneOf(claim, { claimsAtOnce: 2 });
  const replies = Promise.all(Array.from({ length: 8 }, () => lane.receive({ ...asking(), waitMs: 0 })));
  await expect.poll(() => open.length).toBe(2);
  const [first, second] = open.splice(0);
  second?.end(NOTHING);
  await nextTurn();
  first?.end({ rows: [row(1)], passedOver: 0, more: false });
  await expect.poll(() => open.map(({ receivers }) => receivers.length), { timeout: 500 }).toEqual([7]);
  open[0]?.end(servingAll(open[0].receivers));
  expect((await replies).every((rows) => rows.length === 1)).toBe(true);
});

test('what is woken again and again does not ask when something is due, and nothing is claimed for those it left none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let [claims, looks, wake] = [0, 0, (): void => undefined];
  const lane = laneOf(
    async () => {
      claims += 1;
      return claims === 1 ? { rows: [row(1)], passedOver: 0, more: false } : NOTHING;
    },
    {
      nextDueMs: async () => {
        looks += 1;
        return null;
      },
      subscribeToWakes: (given) => {
        wake = given;
        return () => undefined;
      },
    },
  );
  const leaving = new AbortController();
  const [served, left] = [lane.receive(asking()), lane.receive(asking(leaving.signal))];
  expect(await served).toEqual([row(1)]);
  for (let turn = 2; turn <= 5; turn += 1) {
    await vi.advanceTimersByTimeAsync(9);
    expect(claims).toBe(turn - 1);
    wake();
    while (claims < turn) await nextTurn();
    await nextTurn();
  }
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(looks).toBe(1);
  leaving.abort();
  expect(await left).toEqual([]);
});

test('what fell due behind the last claim is claimed at once', async () => {
  let claims = 0;
  const lane = laneOf(
    async (_queue, receivers) => {
      claims += 1;
      return claims === 1 ? NOTHING : servingAll(receivers);
    },
    // By the shortest time there is: after the claim, however quick this machine is.
    { nextDueMs: async () => -Number.MIN_VALUE },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const served = lane.receive(asking());
  while (claims === 0) await nextTurn();
  await nextTurn();
  // The lull, and nothing more: one that is blocked would wait for 250 ms.
  await vi.advanceTimersByTimeAsync(10);
  await vi.advanceTimersByTimeAsync(1);
  expect(await served).toHaveLength(1);
});

/** A lane that takes any message, with so many receives that found nothing, and that knows when it looks again. */
async function drained(
  count: number,
  parts: Partial<ReceiveLaneParts> = {},
): Promise<{
  readonly lane: ReceiveLane;
  readonly replies: readonly Promise<readonly ClaimedRow[]>[];
  readonly claims: number[];
  readonly wake: () => void;
}> {
  const claims: number[] = [];
  let wake = (): void => undefined;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lane = laneOf(
    async (_queue, receivers) => {
      claims.push(receivers.length);
      return NOTHING;
    },
    {
      takesAny: true,
      subscribeToWakes: (given) => {
        wake = given;
        return () => undefined;
      },
      ...parts,
    },
  );
  const replies = Array.from({ length: count }, () => lane.receive(asking()));
  await claimed(claims, 1);
  await vi.advanceTimersByTimeAsync(10);
  return { lane, replies, claims, wake: () => wake() };
}

async function claimed(claims: readonly number[], times: number): Promise<void> {
  while (claims.length < times) await nextTurn();
  await nextTurn();
}

test('a drained lane lends receives, as many as take the messages, and looks again only when it is woken', async () => {
  const { lane, replies, claims, wake } = await drained(3);
  const loan = lane.lend(2);
  expect(loan?.requests).toHaveLength(2);
  // Only one is left, and it takes one message.
  expect(lane.lend(2)).toBeNull();
  loan?.give([[row(1)], [row(2)]]);
  expect(await Promise.all(replies.slice(0, 2))).toEqual([[row(1)], [row(2)]]);
  const back = lane.receive(asking());
  await nextTurn();
  await nextTurn();
  expect(claims).toEqual([3]);
  wake();
  // It may be late for what it was woken for.
  expect(lane.lend(1)).toBeNull();
  await claimed(claims, 2);
  expect(claims).toEqual([3, 1]);
  await vi.advanceTimersByTimeAsync(10);
  lane.lend(2)?.give([[row(3)], [row(4)]]);
  expect(await Promise.all([replies[2], back])).toEqual([[row(3)], [row(4)]]);
});

test('a lane stays drained while its consumer works; what came meanwhile is looked for', async () => {
  const { lane, replies, claims, wake } = await drained(1);
  lane.lend(1)?.give([[row(1)]]);
  await replies[0];
  const back = lane.receive(asking());
  await nextTurn();
  await nextTurn();
  expect(claims).toEqual([1]);
  lane.lend(1)?.give([[row(2)]]);
  await back;
  wake();
  await nextTurn();
  await nextTurn();
  const leaving = new AbortController();
  const late = lane.receive(asking(leaving.signal));
  await claimed(claims, 2);
  leaving.abort();
  expect(await late).toEqual([]);
});

test('a lane with a limit, one that takes only some messages, or one that knows of more lends nothing', async () => {
  for (const parts of [{ allowance: () => 1000 }, { takesAny: false }]) {
    const { lane } = await drained(1, parts);
    expect(lane.lend(1)).toBeNull();
  }
  const { claim, open } = heldClaims();
  const busy = laneOf(claim, { takesAny: true });
  const replies = [busy.receive(asking()), busy.receive(asking())];
  while (open.length === 0) await nextTurn();
  expect(busy.lend(1)).toBeNull();
  open[0]?.end({ rows: [row(1), row(2)], passedOver: 0, more: true });
  await Promise.all(replies);
});

test('a receive that got nothing handed waits on; when it is not known what it got, it is refused', async () => {
  const { lane, replies, claims } = await drained(1);
  lane.lend(1)?.takeBack();
  await nextTurn();
  await nextTurn();
  expect(claims).toEqual([1]);
  lane.lend(1)?.fail(new Error('the connection broke'));
  await expect(replies[0]).rejects.toThrow('the connection broke');
});

test('what is handed to a caller that went away meanwhile is given back', async () => {
  const returned: (readonly ClaimedRow[])[] = [];
  const { lane } = await drained(1, { returnUndelivered: (rows) => void returned.push(rows) });
  const leaving = new AbortController();
  const gone = lane.receive(asking(leaving.signal));
  const loan = lane.lend(2);
  leaving.abort();
  loan?.give([[row(1)], [row(2)]]);
  expect(await gone).toEqual([]);
  expect(returned).toEqual([[row(2)]]);
});

test('a drained lane looks by itself when something falls due', async () => {
  const { lane, replies, claims } = await drained(1, { nextDueMs: async () => 300 });
  lane.lend(1)?.give([[row(1)]]);
  await replies[0];
  const leaving = new AbortController();
  const back = lane.receive(asking(leaving.signal));
  await vi.advanceTimersByTimeAsync(310);
  await claimed(claims, 2);
  leaving.abort();
  expect(await back).toEqual([]);
});

test('while it looks, a lane keeps half of its receives back for what is sent meanwhile', async () => {
  const { claim, open } = heldClaims();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let wake = (): void => undefined;
  const lane = laneOf(claim, {
    takesAny: true,
    subscribeToWakes: (given) => {
      wake = given;
      return () => undefined;
    },
  });
  const replies = Array.from({ length: 4 }, () => lane.receive(asking()));
  while (open.length === 0) await nextTurn();
  expect(open[0]?.receivers, 'nothing is known yet').toHaveLength(4);
  expect(lane.lend(1)).toBeNull();
  open.shift()?.end(NOTHING);
  await nextTurn();
  wake();
  while (open.length === 0) await nextTurn();
  expect(open[0]?.receivers).toHaveLength(2);
  const loan = lane.lend(1);
  loan?.give([[row(1)]]);
  expect(await replies[2]).toEqual([row(1)]);
  // Both were served: there is more, and nothing is handed past it.
  open.shift()?.end(servingAll([asking(), asking()]));
  while (open.length === 0) await nextTurn();
  expect(open[0]?.receivers).toHaveLength(1);
  expect(lane.lend(1)).toBeNull();
  open.shift()?.end(servingAll([asking()]));
  expect(await Promise.all(replies)).toHaveLength(4);
});

test('what a lane is woken for while all its receives are lent is looked for when one comes back', async () => {
  const { lane, claims, wake } = await drained(1);
  const loan = lane.lend(1);
  wake();
  await nextTurn();
  await nextTurn();
  expect(claims).toEqual([1]);
  loan?.takeBack();
  await claimed(claims, 2);
  expect(claims).toEqual([1, 1]);
});

test('a claim beside a send that handed nothing over has left its queue alone: the lane looks again', async () => {
  const { lane, claims, wake } = await drained(2);
  const loan = lane.lend(1);
  wake();
  await claimed(claims, 2);
  expect(claims).toEqual([2, 1]);
  loan?.takeBack();
  await claimed(claims, 3);
  // Nothing was handed past that claim.
  const other = lane.lend(1);
  wake();
  await claimed(claims, 4);
  other?.give([[row(1)]]);
  await nextTurn();
  await nextTurn();
  expect(claims).toHaveLength(4);
});

test('a receive whose time is over while it is lent gets what it is handed', async () => {
  const { lane } = await drained(1);
  const reply = lane.receive({ ...asking(), waitMs: 50 });
  const [before, loan] = [lane.lend(1), lane.lend(1)];
  await vi.advanceTimersByTimeAsync(100);
  // What ends beside it does not answer it either.
  before?.give([[row(1)]]);
  loan?.give([[row(2)]]);
  expect(await reply).toEqual([row(2)]);
  const late = lane.receive({ ...asking(), waitMs: 50 });
  const other = lane.lend(1);
  await vi.advanceTimersByTimeAsync(100);
  other?.takeBack();
  expect(await late, 'nothing came in its time').toEqual([]);
});

test('a lane that cannot ask the database refuses who waits, and not who is lent', async () => {
  let looks = 0;
  let fail = (_error: Error): void => undefined;
  const { lane, replies, claims, wake } = await drained(2, {
    nextDueMs: async () => {
      looks += 1;
      return looks === 1 ? null : await new Promise((_, reject) => (fail = reject));
    },
  });
  const settled = Promise.allSettled(replies);
  wake();
  await claimed(claims, 2);
  await vi.advanceTimersByTimeAsync(10);
  expect(looks).toBe(2);
  const loan = lane.lend(1);
  fail(new Error('no database'));
  await nextTurn();
  loan?.give([[row(1)]]);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
