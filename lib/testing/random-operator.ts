import { expect } from 'vitest';

import type { BrokerContext } from '../broker/context';
import { changeKey } from '../broker/retry/change-key';
import { changeRetries } from '../broker/retry/change-retries';
import { isBrokerError } from '../model/errors';
import type { RetryVerb } from '../model/delivery/retry-change';
import type { RevokeVerb } from '../model/delivery/revoke';
import type { TestBroker } from './broker';

const actor = { kind: 'system', name: 'test' } as const;

/** What an operator does in a random run, always to everything that waits at that moment. */
export class RandomOperator {
  readonly #broker: TestBroker;
  readonly #names: { readonly topic: string; readonly group: string };

  #changes = 0;

  constructor(broker: TestBroker, names: { readonly topic: string; readonly group: string }) {
    this.#broker = broker;
    this.#names = names;
  }

  async changeAll(ctx: BrokerContext, verb: RetryVerb): Promise<void> {
    try {
      await changeRetries(ctx, verb, { group: this.#names.group, all: true, reason: '', actor });
      this.#changes += 1;
    } catch (error) {
      // Nothing waits, or none of it is in the state for it.
      if (!isBrokerError(error) || (error.code !== 'not-found' && error.code !== 'conflict')) throw error;
    }
  }

  /** Takes one of the messages that clients have back from them, whatever it is. */
  async revoke(
    ctx: BrokerContext,
    { verb, which }: { readonly verb: RevokeVerb; readonly which: number },
  ): Promise<void> {
    const { group } = this.#names;
    const { rows } = await this.#broker.database.store.console.query<{ id: string }>(
      `SELECT m.msg_id AS id FROM (
         SELECT r.queue_id, r.off FROM retry r JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND r.leased
         UNION ALL
         SELECT l.queue_id, coalesce(l.offs[i + 1], l.base_off + i) FROM lease l JOIN consumer_group g USING (group_id)
           CROSS JOIN LATERAL generate_series(0, l.n - 1) i
          WHERE g.name = $1 AND l.live AND (l.open >> i) & 1 = 1) h
         JOIN message m ON m.queue_id = h.queue_id AND m.off = h.off ORDER BY m.queue_id, m.off`,
      [group],
    );
    const id = rows[which % Math.max(1, rows.length)]?.id;
    if (id === undefined) return;
    try {
      await changeRetries(ctx, verb, { group, messageIds: [id], revoke: true, reason: 'stuck', actor });
      this.#changes += 1;
    } catch (error) {
      // Not the head of its key, held, or on its last attempt.
      if (!isBrokerError(error) || (error.code !== 'not-found' && error.code !== 'conflict')) throw error;
    }
  }

  /** Deliveries since an event that were lost, or that an operator ended; counts: as an attempt. */
  async lostSince(
    event: number,
  ): Promise<{ readonly event: number; readonly id: string; readonly attempt: number; readonly counts: boolean }[]> {
    const { rows } = await this.#broker.database.store.console.query<{
      event: number;
      id: string;
      attempt: number;
      counts: boolean;
    }>(
      `SELECT e.event_id AS event, m.msg_id AS id, e.attempt, e.cause = 'revoked' AS counts
         FROM delivery_event e JOIN consumer_group g USING (group_id)
         JOIN message m ON m.queue_id = e.queue_id AND m.off = e.off
        WHERE g.name = $1 AND e.cause IN ('reply-lost', 'returned', 'revoked') AND e.event_id > $2 ORDER BY e.event_id`,
      [this.#names.group, event],
    );
    return rows;
  }

  /** Messages and keys that must not be handed out. */
  async heldNow(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#broker.database.store.console.query<{ name: string }>(
      `SELECT m.msg_id AS name FROM retry r JOIN consumer_group g USING (group_id)
         JOIN message m ON m.queue_id = r.queue_id AND m.off = r.off WHERE g.name = $1 AND r.held_due_at IS NOT NULL
       UNION ALL SELECT f.mgroup FROM fifo_group f JOIN consumer_group g USING (group_id)
        WHERE g.name = $1 AND f.hold_job IS NOT NULL`,
      [this.#names.group],
    );
    return new Set(rows.map(({ name }) => name));
  }

  async #audited(): Promise<number> {
    const { rows } = await this.#broker.database.store.console.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit WHERE action LIKE 'retry.%' AND target = $1",
      [this.#names.group],
    );
    return rows[0]?.n ?? -1;
  }

  /** Also keys of which nothing waits any more. */
  async releaseAll(): Promise<void> {
    const { ctx } = this.#broker;
    await this.changeAll(ctx, 'release');
    for (const key of [...(await this.heldNow())].filter((name) => name.startsWith('key-')))
      await changeKey(ctx, 'release', { ...this.#names, key, reason: '', actor });
    expect(await this.heldNow()).toEqual(new Set());
    expect(await this.#audited(), 'changes in the audit log').toBe(this.#changes);
  }
}
