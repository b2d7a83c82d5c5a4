import { expect, test } from 'vitest';

import type { ClaimedRow } from '../../store/queries/delivery/delivery-claim';
import { type Claim, ReceiveLane, type ReceiveLaneParts, type ReceiveRequest } from './receive-lane';

const row = (receiver: number): ClaimedRow => ({ receiver }) as ClaimedRow;

function asking(signal: AbortSignal | null = null): ReceiveRequest {
  return {
    want: 1,
    invisibleMs: 1000,
    clientId: 1,
    autoRenew: true,
    attemptId: null,
    queueNo: null,
    waitMs: 60_000,
    signal,
  };
}

function laneOf(claim: ReceiveLaneParts['claim'], parts: Partial<ReceiveLaneParts> = {}): ReceiveLane {
  return new ReceiveLane({
    claim,
    allowance: () => Number.POSITIVE_INFINITY,
    nextDueMs: async () => null,
    returnUndelivered: () => undefined,
    subscribeToWakes: () => () => undefined,
    queueCount: 4,
    ...parts,
  });
}

test('more receives wait than one claim serves: the others are served at once, not at the next poll', async () => {
  let polls = 0;
  const claims: number[] = [];
  const claim = async (_queue: number, receivers: readonly ReceiveRequest[]): Promise<Claim> => {
    claims.push(receivers.length);
    return { rows: receivers.map((_each, index) => row(index + 1)), passedOver: 0 };
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
    if (claims === 1) return { rows: [], passedOver: 0 };
    leaving.abort();
    return { rows: receivers.map((_each, index) => row(index + 1)), passedOver: 0 };
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
