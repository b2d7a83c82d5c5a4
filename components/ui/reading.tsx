'use client';

import { Hourglass } from 'lucide-react';
import type { Reading } from '@/lib/model/reading';
import { pieces, t } from '@/lib/model/language/t';
import { Icon } from './icon';
import { formatCount } from './number.model';
import { Said } from './said';
import { AsOf, Time } from './time';
import { UnknownMark } from './unknown-mark';
import styles from './reading.module.css';

interface ReadingValueProps<T> {
  readonly reading: Reading<T>;
  readonly format?: (value: T) => string;
  /** State colour for a value above zero: "dlq" for dead, "waiting" for waiting. Zero stays quiet. */
  readonly tone?: 'dlq' | 'waiting' | 'inflight' | 'throttled';
}

/** A number that cannot lie: value, "about" value, stale value with its mark, or unknown. Never 0 for unknown. */
export function ReadingValue<T extends number | string>({ reading, format = formatCount, tone }: ReadingValueProps<T>) {
  if (reading.kind === 'unknown') {
    return (
      <span className={styles.unknown} title={reading.reason}>
        <UnknownMark /> {t('unknown')}
      </span>
    );
  }
  const zero = reading.value === 0 || reading.value === '0';
  const className = zero ? 'text-3' : tone === undefined ? undefined : `fg-${tone}`;
  const text = format(reading.value);
  if (reading.kind === 'stale') {
    return (
      <span className={styles.stale} title={t('stale: {reason}', { reason: reading.reason })}>
        <Icon of={Hourglass} size={12} />
        <span className="visually-hidden">{t('stale')} </span>
        <span className={className}>{text}</span>
      </span>
    );
  }
  const said =
    reading.estimate === true
      ? t('about {count}', { count: text })
      : reading.atLeast === true
        ? t('at least {count}', { count: text })
        : text;
  return <span className={className}>{said}</span>;
}

/** The line under a figure: "03:24:10", "stale, 03:22:58", "since 03:19:40". */
export function ReadingTime<T>({ reading }: { readonly reading: Reading<T> }) {
  switch (reading.kind) {
    case 'value':
      return <Time at={reading.asOf} style="clock" />;
    case 'stale':
      return <Said of={pieces('stale, {time}', { time: <Time at={reading.asOf} style="clock" /> })} />;
    case 'unknown':
      return reading.since === null ? (
        <>{reading.reason}</>
      ) : (
        <Said of={pieces('since {time}', { time: <Time at={reading.since} style="clock" /> })} />
      );
  }
}

/** For the head of a panel: "as of 03:24:10", or "stale, 03:22:58" with its mark. Unknown has no time. */
export function ReadingAsOf<T>({ reading }: { readonly reading: Reading<T> }) {
  if (reading.kind === 'unknown') return null;
  if (reading.kind === 'value') return <AsOf at={reading.asOf} />;
  return (
    <span className={`tiny ${styles.stale}`} title={reading.reason}>
      <Icon of={Hourglass} size={12} /> <ReadingTime reading={reading} />
    </span>
  );
}
