import { throttledTopics } from '../../../store/queries/throttle/throttle-history';
import type { Queryable } from '../../../store/queryable';
import { databaseNow } from '../../reading-time';

const LOOK_BACK_MS = 6 * 3_600_000;
/** Without a refusal for this long, a topic is not throttled any more. */
const PAUSE_MS = 60_000;

export interface ThrottledTopic {
  readonly topic: string;
  readonly refused: number;
  readonly since: Date;
  readonly lastedMs: number;
}

/** Topics whose sends are being refused now; looks back six hours, so `since` is not older than that. */
export async function readThrottledTopics(db: Queryable): Promise<ThrottledTopic[]> {
  const nowMs = Date.parse(await databaseNow(db));
  const from = new Date(nowMs - LOOK_BACK_MS);
  const rows = await throttledTopics(db, { stepSeconds: 10, from, until: new Date(nowMs + 1) });
  return rows
    .filter(({ lastAt }) => nowMs - lastAt.getTime() <= PAUSE_MS)
    .map(({ topic, refused, since }) => ({ topic, refused, since, lastedMs: nowMs - since.getTime() }));
}
