import type { Clock } from '../../model/clock';
import { LIMITS } from '../../model/limits';
import type { Store } from '../../store/client';
import {
  BY_PRIORITY,
  type ClaimedRow,
  type ClaimReceiver,
  type ClaimScope,
} from '../../store/queries/delivery/delivery-claim';
import { fifoFilterPeek } from '../../store/queries/filter/fifo-filter-peek';
import { fifoFilterTake } from '../../store/queries/filter/fifo-filter-take';
import { filterPeek } from '../../store/queries/filter/filter-peek';
import { filterTake } from '../../store/queries/filter/filter-take';
import {
  taggedClaim,
  taggedFifoClaim,
  type TaggedRow,
  type TaggedScope,
} from '../../store/queries/filter/tagged-claim';
import { retryRolledBack } from '../../store/sql-errors';
import { decide } from './decide';
import { decideOrdered } from './decide-ordered';
import { Matcher } from './matcher';
import type { SqlFilter } from './parse-filter';
import { Window } from './window';

/** What a claim with a filter brought. */
export interface FilteredClaim {
  readonly rows: readonly ClaimedRow[];
  /** Messages it passed without delivering them, or lost to another claim: more may follow behind them. */
  readonly passedOver: number;
  /** Messages that it ended for the group because the filter does not match them. */
  readonly filtered: number;
  /** Something of an ordered group may have become free for a receive with another filter. */
  readonly frees: boolean;
}

export const NOTHING: FilteredClaim = { rows: [], passedOver: 0, filtered: 0, frees: false };

const MOST_DUE = 128;

/**
 * Claims for one subscription with a filter. Decided before anything is claimed: a message that does not match is never
 * leased, so a process that dies at any moment leaves no lease of it to run out and to count as a failed delivery.
 */
export class FilteredClaims {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #window = new Window();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async sql(scope: ClaimScope, sql: SqlFilter, receivers: readonly ClaimReceiver[]): Promise<FilteredClaim> {
    const byPriority = scope.firstQueueNo === BY_PRIORITY;
    const matcher = new Matcher(sql);
    const wanted = receivers.reduce((sum, { want }) => sum + want, 0);
    const size = { due: Math.min(wanted, MOST_DUE), window: this.#window.size };
    const now = this.#clock.nowOrNull();
    const peeked = await filterPeek(this.#store.broker, now, scope, sql.names, size);
    if (peeked.length === 0) return NOTHING;
    const decided = await decide(matcher, peeked, receivers, LIMITS.receiveBodyBytes, byPriority);
    const { rows, filtered } = withoutCount(
      await retryRolledBack(() => filterTake(this.#store.broker, now, scope.groupId, receivers, decided)),
    );
    this.#learn(wanted, matcher, decided.chosen + decided.due.length, peeked);
    const lost = decided.chosen + decided.due.length - rows.length;
    // Due messages come first in what was taken; in one queue they stay before the others.
    if (byPriority) rows.sort((a, b) => a.receiver - b.receiver || b.queue_no - a.queue_no);
    return { rows, passedOver: decided.passedOver + lost, filtered, frees: false };
  }

  /** One receive after the other: what the first one gets decides what is left. */
  async orderedSql(scope: ClaimScope, sql: SqlFilter, receivers: readonly ClaimReceiver[]): Promise<FilteredClaim> {
    const all = { rows: [] as ClaimedRow[], passedOver: 0, filtered: 0, frees: false };
    for (const [index, receiver] of receivers.entries()) {
      const { rows, passedOver, filtered, frees } = await this.#orderedSqlOnce(scope, sql, receiver);
      all.passedOver += passedOver;
      all.filtered += filtered;
      all.frees ||= frees;
      if (rows.length === 0) break;
      all.rows.push(...rows.map((row) => ({ ...row, receiver: index + 1 })));
    }
    return all;
  }

  async #orderedSqlOnce(scope: ClaimScope, sql: SqlFilter, receiver: ClaimReceiver): Promise<FilteredClaim> {
    const matcher = new Matcher(sql);
    const now = this.#clock.nowOrNull();
    const size = { due: receiver.want, window: this.#window.size };
    const peeked = await fifoFilterPeek(this.#store.broker, now, scope, sql.names, size);
    if (peeked.length === 0) return NOTHING;
    const decided = await decideOrdered(matcher, peeked);
    const { rows, filtered } = withoutCount(
      await retryRolledBack(() => fifoFilterTake(this.#store.broker, now, scope, receiver, decided)),
    );
    this.#learn(receiver.want, matcher, rows.length, peeked);
    const frees = decided.drops.length > 0 || decided.freed.length > 0;
    return { rows, passedOver: Math.max(0, peeked.length - rows.length), filtered, frees };
  }

  /** The database compares tags itself. */
  tagged(scope: TaggedScope, receivers: readonly ClaimReceiver[]): Promise<FilteredClaim> {
    return retryRolledBack(() =>
      taggedClaim(this.#store.broker, this.#clock.nowOrNull(), scope, receivers, LIMITS.receiveBodyBytes),
    ).then(withoutLeftOut);
  }

  orderedTagged(scope: TaggedScope, receivers: readonly ClaimReceiver[]): Promise<FilteredClaim> {
    return retryRolledBack(() => taggedFifoClaim(this.#store.broker, this.#clock.nowOrNull(), scope, receivers)).then(
      withoutLeftOut,
    );
  }

  #learn(
    wanted: number,
    matcher: Matcher,
    found: number,
    peeked: readonly { readonly values: readonly (string | null)[] }[],
  ): void {
    const { evaluated: looked, steps } = matcher;
    this.#window.learn({ wanted, looked, found, steps, values: peeked.map(({ values }) => values) });
  }
}

/** A row of no receiver says how many messages the filter left out. */
function withoutCount<Row extends ClaimedRow>(
  claimed: readonly Row[],
): { readonly rows: Row[]; readonly filtered: number } {
  const filtered = claimed.reduce((sum, { receiver, off }) => (receiver === 0 ? sum + off : sum), 0);
  return { rows: claimed.filter(({ receiver }) => receiver > 0), filtered };
}

function withoutLeftOut(claimed: readonly TaggedRow[]): FilteredClaim {
  const { rows, filtered } = withoutCount(claimed);
  const kept = rows.filter(({ leftOut }) => !leftOut);
  const leftOut = rows.length - kept.length;
  return { rows: kept, passedOver: leftOut, filtered: filtered + leftOut, frees: leftOut > 0 };
}
