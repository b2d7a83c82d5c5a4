import { setImmediate as turn } from 'node:timers/promises';

import { matchesFilter, type PropertyLookup } from '../../model/filter/evaluate';
import type { ClaimedRow } from '../../store/queries/delivery/delivery-claim';
import type { ParsedFilter } from './parse-filter';

/** About 2 ms of evaluation; then everything else of this process has its turn. */
const STEPS_PER_TURN = 3_000;

/**
 * Which of the claimed messages match. A tag filter was applied by the claim itself, except to messages that failed
 * before: the group may have another filter since then.
 */
export async function partition(
  { tags, expression }: ParsedFilter,
  rows: readonly ClaimedRow[],
): Promise<{ readonly matching: ClaimedRow[]; readonly others: ClaimedRow[] }> {
  const matching: ClaimedRow[] = [];
  const others: ClaimedRow[] = [];
  const meter = { steps: 0 };
  for (const row of rows) {
    const matches =
      expression === null
        ? tags === null || row.epoch === null || (row.tag !== null && tags.includes(row.tag))
        : matchesFilter(expression, propertiesOf(row), meter);
    (matches ? matching : others).push(row);
    if (meter.steps >= STEPS_PER_TURN) {
      meter.steps = 0;
      await turn();
    }
  }
  return { matching, others };
}

/**
 * What an expression can name: the application's properties and, as in the original, some that the broker keeps.
 * Source: Apache RocketMQ MessageConst, and the proxy's SendMessageActivity that sets them.
 */
function propertiesOf(row: ClaimedRow): PropertyLookup {
  return (name) => {
    switch (name) {
      case 'TAGS':
        return row.tag;
      case 'KEYS':
        return row.keys === null || row.keys.length === 0 ? null : row.keys.join(' ');
      case 'UNIQ_KEY':
        return row.msg_id;
      case '__SHARDINGKEY':
        return row.mgroup;
      case 'BORN_TIMESTAMP':
        return String(row.born_at.getTime());
      case '__BORNHOST':
        return row.born_host;
      case 'TRACE_CONTEXT':
        return row.trace_context;
      default:
        return row.props !== null && Object.hasOwn(row.props, name) ? (row.props[name] ?? null) : null;
    }
  };
}
