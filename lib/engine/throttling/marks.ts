import type { Signal } from '../../model/signal/signal';
import { type LimitKey, parseLimitName } from '../../model/throttle/limit-name';
import { alarmEvents, limitEvents, redriveEvents } from '../../store/queries/throttle/chart-events';
import type { Queryable } from '../../store/queryable';

/** Something that happened while the chart was drawn: what explains a bend in it. */
export type ChartMark =
  | {
      readonly kind: 'limit';
      readonly at: Date;
      readonly limit: LimitKey;
      readonly actor: string;
      readonly reason: string | null;
      /** Null: there was none before, or is none after. */
      readonly before: number | null;
      readonly after: number | null;
    }
  | {
      readonly kind: 'alarm';
      readonly at: Date;
      readonly incidentId: number;
      readonly watch: Signal;
      readonly subject: string;
    }
  | {
      readonly kind: 'redrive';
      readonly at: Date;
      readonly redriveId: number;
      readonly group: string;
      readonly selected: number;
    };

/** Limits changed, alarms fired and re-drives started that concern the sends of a topic, or all; oldest first. */
export async function readMarks(db: Queryable, topic: string | null, from: Date, until: Date): Promise<ChartMark[]> {
  const [limits, alarms, redrives] = await Promise.all([
    limitEvents(db, from, until),
    alarmEvents(db, topic, from, until),
    redriveEvents(db, topic, from, until),
  ]);
  const marks: ChartMark[] = [
    ...limits.flatMap(({ at, action, target, actor, reason, hardBefore, hardAfter }): ChartMark[] => {
      const limit = parseLimitName(target);
      if (limit === null || (topic !== null && limit.scope === 'topic' && limit.subject !== topic)) return [];
      const after = action === 'limit.remove' ? null : hardAfter;
      return [{ kind: 'limit', at, limit, actor, reason, before: hardBefore, after }];
    }),
    ...alarms.map((event): ChartMark => ({ kind: 'alarm', ...event })),
    ...redrives.map((event): ChartMark => ({ kind: 'redrive', ...event })),
  ];
  return marks.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
