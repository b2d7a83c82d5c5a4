'use client';

import { between, pieces, t } from '@/lib/model/language/t';
import { useWordsNow } from './clock';
import { Said } from './said';
import { usePreferences } from './preferences';
import styles from './time.module.css';
import { formatCountdown, formatFull, formatRelative, formatTime, type TimeStyle } from './time.model';
import { Tooltip } from './tooltip';

interface TimeProps {
  /** ISO time. */
  readonly at: string;
  readonly style?: TimeStyle;
  /** Adds ", 4 s ago" in quieter text. */
  readonly withRelative?: boolean;
}

/** A moment: absolute in the chosen zone; the full form and the distance are on hover. */
export function Time({ at, style = 'auto', withRelative = false }: TimeProps) {
  const { timeZone } = usePreferences();
  const words = useWordsNow((now) => formatTime(at, timeZone, style, now));
  const relative = useWordsNow((now) => formatRelative(at, now));
  return (
    <time dateTime={at} title={`${formatFull(at, timeZone)}${between(',')}${relative}`} className="nowrap">
      {withRelative ? (
        <Said
          of={pieces('{time}, {distance}', { time: words, distance: <span className="text-3">{relative}</span> })}
        />
      ) : (
        words
      )}
    </time>
  );
}

/** A distance ("4 s ago", "in 2 h"), dotted as one: hover and focus show the absolute time with its zone. */
export function RelativeTime({ at }: { readonly at: string }) {
  const words = useWordsNow((now) => formatRelative(at, now));
  const { timeZone } = usePreferences();
  return (
    <Tooltip content={formatFull(at, timeZone)}>
      <time dateTime={at} className={styles.relative} tabIndex={0}>
        {words}
      </time>
    </Tooltip>
  );
}

/** Time left, ticking; "due" when it is over. Not announced: a live region each second is noise. */
export function Countdown({ to }: { readonly to: string }) {
  const left = useWordsNow((now) => formatCountdown(to, now));
  const { timeZone } = usePreferences();
  return (
    <time dateTime={to} title={formatFull(to, timeZone)} className="nowrap">
      {left}
    </time>
  );
}

/** "as of 03:24:10", small, for panel heads. */
export function AsOf({ at }: { readonly at: string }) {
  return (
    <span className="tiny text-3 nowrap">
      <Said of={pieces('as of {time}', { time: <Time at={at} style="clock" /> })} />
    </span>
  );
}

/** The zone's short name beside a column head: "Start, UTC". */
export function ZoneName() {
  const { zoneMode } = usePreferences();
  return <>{zoneMode === 'utc' ? 'UTC' : t('local')}</>;
}

/** "in 4 m 7 s"; "due" when the time has come and it is about to move. */
export function DueIn({ at }: { readonly at: string }) {
  const isDue = useWordsNow((now) => Date.parse(at) <= now);
  const countdown = <Countdown to={at} />;
  return isDue ? countdown : <Said of={pieces('in {duration}', { duration: countdown })} />;
}
