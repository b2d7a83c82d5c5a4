import { Fragment, type ReactElement } from 'react';
import { DrainValue } from '@/components/ui/drain';
import { Time } from '@/components/ui/time';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { conditionWords, severityWord, whyEnded } from '../alarms.model';
import { Said } from '@/components/ui/said';
import { between, type Piece, pieces } from '@/lib/model/language/t';

/** @param props.staleAt when it could not be read again: of when this is */
export function AlarmSince({ alarm, staleAt }: { readonly alarm: AlarmView; readonly staleAt: string | null }) {
  const { firedAt, severity, acknowledgedBy, resolvedAt, silencedUntil } = alarm;
  const parts: (readonly Piece<ReactElement>[])[] = [
    pieces('Since {time}.', { time: <Time at={firedAt} withRelative /> }),
    pieces('Rule: {condition}, {severity}.', {
      condition: conditionWords(alarm),
      severity: severityWord(severity),
    }),
  ];
  if (staleAt !== null) parts.unshift(pieces('As of {time}:', { time: <Time at={staleAt} style="clock" /> }));
  if (acknowledgedBy !== null)
    parts.push(pieces('Acknowledged by {name}.', { name: acknowledgedBy.split('@')[0] ?? '' }));
  else if (resolvedAt === null) parts.push(pieces('Not acknowledged.'));
  if (silencedUntil !== null)
    parts.push(
      pieces('Silenced until {time} ({reason}).', {
        ...{ time: <Time at={silencedUntil} />, reason: alarm.silenceReason ?? '' },
      }),
    );
  if (resolvedAt !== null) {
    const why = whyEnded(alarm.resolvedWhy);
    const time = <Time at={resolvedAt} />;
    parts.push(why === null ? pieces('Ended {time}.', { time }) : pieces('Ended {time} {why}.', { time, why }));
  }
  if (alarm.drain !== null)
    parts.push(pieces('Time to drain: {time}.', { time: <DrainValue reading={alarm.drain} /> }));
  return parts.map((part, place) => {
    // The sentences have no names but their places.
    const key = place;
    return (
      <Fragment key={key}>
        {place === 0 ? '' : between()}
        <Said of={part} />
      </Fragment>
    );
  });
}
