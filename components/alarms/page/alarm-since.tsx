import { DrainValue } from '@/components/ui/drain';
import { Time } from '@/components/ui/time';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { conditionWords, WHY } from '../alarms.model';

/** @param props.staleAt when it could not be read again: of when this is */
export function AlarmSince({ alarm, staleAt }: { readonly alarm: AlarmView; readonly staleAt: string | null }) {
  return (
    <>
      {staleAt === null ? null : (
        <>
          As of <Time at={staleAt} style="clock" />:{' '}
        </>
      )}
      Since <Time at={alarm.firedAt} withRelative />. Rule: {conditionWords(alarm)}, {alarm.severity}.
      {alarm.acknowledgedBy !== null
        ? ` Acknowledged by ${alarm.acknowledgedBy.split('@')[0]}.`
        : alarm.resolvedAt === null
          ? ' Not acknowledged.'
          : ''}
      {alarm.silencedUntil === null ? null : (
        <>
          {' '}
          Silenced until <Time at={alarm.silencedUntil} /> ({alarm.silenceReason}).
        </>
      )}
      {alarm.resolvedAt === null ? null : (
        <>
          {' '}
          Ended <Time at={alarm.resolvedAt} /> {WHY[alarm.resolvedWhy ?? '']}.
        </>
      )}
      {alarm.drain === null ? null : (
        <>
          {' '}
          Time to drain: <DrainValue reading={alarm.drain} />.
        </>
      )}
    </>
  );
}
