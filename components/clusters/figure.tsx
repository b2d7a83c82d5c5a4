import { formatCount } from '@/components/ui/number.model';
import { ReadingValue } from '@/components/ui/reading';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { Reading } from '@/lib/model/reading';
import styles from './figure.module.css';
import type { ReactElement } from 'react';
import { Said } from '@/components/ui/said';
import { type Piece, pieces, t } from '@/lib/model/language/t';

interface BrokerFigureProps {
  readonly reading: Reading<number>;
  readonly tone?: 'dlq' | 'waiting';
}

/** A count of an attached cluster: a bound says so, and what is not known says why in words. Never 0 for unknown. */
export function BrokerFigure({ reading, tone }: BrokerFigureProps) {
  if (reading.kind === 'unknown') return <NotKnown reading={reading} />;
  if (reading.kind === 'value' && reading.reason !== undefined)
    return (
      <span title={reading.reason}>
        <Said
          of={sideOf(
            reading,
            <span className={tone === undefined || reading.value === 0 ? undefined : `fg-${tone}`}>
              {formatCount(reading.value)}
            </span>,
          )}
        />
      </span>
    );
  return <ReadingValue reading={reading} {...(tone === undefined ? {} : { tone })} />;
}

type Value = Extract<Reading<number>, { readonly kind: 'value' }>;

function sideOf({ atLeast, atMost }: Value, count: ReactElement): readonly Piece<ReactElement>[] {
  if (atLeast === true) return pieces('at least {count}', { count });
  return atMost === true ? pieces('at most {count}', { count }) : pieces('about {count}', { count });
}

/** A reason of so many characters stands in a cell itself. */
export const SHORT = 24;

/** Unknown has its mark; what is not offered has none, because no waiting helps. */
export function NotKnown({ reading }: { readonly reading: Extract<Reading<unknown>, { readonly kind: 'unknown' }> }) {
  const { reason, notOffered = false } = reading;
  const words = reason.length <= SHORT ? reason : notOffered ? t('not offered') : t('unknown');
  return (
    <span className={`small text-3 ${styles.mark}`} title={reason}>
      {notOffered ? null : <UnknownMark size={12} />}
      {words}
    </span>
  );
}
