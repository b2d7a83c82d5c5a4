import { expect, test } from 'vitest';

import { isBrokerError } from '../../model/errors';
import { brokerStage } from '../../testing/broker-stage';
import { Fuzz } from '../../testing/fuzz/fuzz';
import { below, bytesOf, mutateBytes } from '../../testing/fuzz/mutate';
import type { Random } from '../../testing/random';
import { Scene } from '../../testing/scene';
import { ack } from './ack';
import { changeInvisible } from './change-invisible';
import { fail } from './fail';
import { forward } from './forward';

const stage = brokerStage();
const OF_A_CALL = 100;
const MAC_BYTES = 16;

/** Altered in text or in bytes, put together of two real ones, or made of nothing. */
function forge(random: Random, real: readonly string[]): string {
  const one = real[below(random, real.length)] ?? '';
  const other = real[below(random, real.length)] ?? '';
  const bytes = Buffer.from(one, 'base64url');
  switch (below(random, 5)) {
    case 0:
      return mutateBytes(random, Buffer.from(one)).toString('latin1');
    case 1:
      return mutateBytes(random, bytes).toString('base64url');
    case 2: {
      // Of the right length: one byte is another one.
      const at = below(random, bytes.length);
      bytes[at] = ((bytes[at] ?? 0) + 1 + below(random, 255)) % 256;
      return bytes.toString('base64url');
    }
    case 3:
      return Buffer.concat([
        bytes.subarray(0, -MAC_BYTES),
        Buffer.from(other, 'base64url').subarray(-MAC_BYTES),
      ]).toString('base64url');
    default:
      return bytesOf(random, bytes.length).toString('base64url');
  }
}

test(
  'no handle that this broker did not give is accepted by any verb, and none changes a row',
  { timeout: 600_000 },
  async () => {
    const fuzz = new Fuzz('receipt handles', { short: 4000, share: 10 });
    const { random } = fuzz;
    const { ctx, database, clock } = stage.broker;
    const at = await Scene.open(stage.broker, { maxRetries: 5, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
    await at.sendMany(16);
    for (const message of await at.push({ batchSize: 8 })) await at.fail(message);
    clock.advance(2000);
    const held = await at.push();
    expect([1, 2].map((number) => held.filter(({ attempt }) => attempt === number).length)).toEqual([8, 8]);
    const rows = async (): Promise<unknown> =>
      (
        await database.store.console.query(
          `SELECT (SELECT json_agg(l ORDER BY l.lease_id) FROM lease l) AS leases,
                (SELECT json_agg(r ORDER BY r.off) FROM retry r) AS retries,
                (SELECT count(*) FROM delivery_event) AS events`,
        )
      ).rows;
    const before = await rows();
    const real = held.map(({ receiptHandle }) => receiptHandle);
    const known = new Set(real);
    const names = { topic: at.topic, group: at.group };

    const judge = (handle: string, verb: string, code: string | null): void => {
      fuzz.answered(code ?? 'accepted');
      if (code !== 'invalid-receipt-handle') fuzz.fault(`${verb} of ${handle}: ${code ?? 'accepted'}`);
    };
    const verbs = {
      fail: (input: Parameters<typeof fail>[1]) => fail(ctx, input),
      change: (input: Parameters<typeof fail>[1]) => changeInvisible(ctx, { ...input, invisibleMs: 5000 }),
      forward: (input: Parameters<typeof fail>[1]) => forward(ctx, { ...input, deliveryAttempt: 1 }),
    };
    for (let done = 0; done < fuzz.inputs;) {
      const handles = Array.from({ length: OF_A_CALL }, () => forge(random, real)).filter(
        (handle) => !known.has(handle),
      );
      done += handles.length;
      const [single = '', ...many] = handles;
      const entries = many.map((receiptHandle) => ({ messageId: 'm', receiptHandle }));
      for (const { receiptHandle, error } of await ack(ctx, { ...names, entries }))
        judge(receiptHandle, 'ack', error?.code ?? null);
      for (const [verb, run] of Object.entries(verbs)) {
        const input = { ...names, messageId: 'm', clientId: 'client-1', receiptHandle: single };
        judge(single, verb, await run(input).then(() => null, codeOf));
      }
    }
    expect(fuzz.figures()).toMatchObject({ wrong: [] });
    expect(await rows()).toEqual(before);
    expect((await at.ack(...held)).filter(({ error }) => error !== null)).toEqual([]);
  },
);

function codeOf(error: unknown): string {
  return isBrokerError(error) ? error.code : String(error);
}
