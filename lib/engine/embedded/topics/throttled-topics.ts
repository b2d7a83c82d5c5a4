import { throttledTopics } from '../../../store/queries/throttle/throttle-history';
import type { Queryable } from '../../../store/queryable';
import { databaseNow } from '../../reading-time';

export interface ThrottledTopic {
  readonly topic: string;
  readonly refused: number;
  readonly since: Date;
  readonly lastedMs: number;
}

/** Topics whose sends are being refused now; looks back six hours, so `since` is not older than that. */
export async function readThrottledTopics(db: Queryable): Promise<ThrottledTopic[]> {
  const nowMs = Date.parse(await databaseNow(db));
  const rows = await throttledTopics(db, new Date(nowMs));
  return rows.map(({ topic, refused, since }) => ({ topic, refused, since, lastedMs: nowMs - since.getTime() }));
}
