import { classNames } from '@/components/ui/class-names';
import { formatCount } from '@/components/ui/number.model';
import { enumerated } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import type { RedriveCounts } from '@/lib/model/redrive/redrive';
import styles from './redrives.module.css';
import { barShares, type Tone } from './verdicts.model';

const fills: Readonly<Record<Tone, string>> = {
  commit: 'bg-commit',
  inflight: 'bg-inflight',
  waiting: 'bg-waiting',
  dlq: 'bg-dlq',
  ready: 'bg-ready',
  unknown: 'bg-unknown',
  plain: styles.plain ?? '',
};

/** Shares of the frozen set by verdict. The figures stand beside it; the bar only shows the proportion. */
export function VerdictBar({ counts, small = false }: { readonly counts: RedriveCounts; readonly small?: boolean }) {
  const shares = barShares(counts);
  const decided = counts.consumed + counts.diedAgain + counts.recalled + counts.cancelled + counts.unknown;
  return (
    <div
      className={classNames(styles.bar, small && styles.small)}
      role="progressbar"
      aria-label={t('Messages with a verdict')}
      aria-valuemin={0}
      aria-valuemax={counts.selected}
      aria-valuenow={Math.min(decided, counts.selected)}
      aria-valuetext={t('{decided, number} of {selected, number} have a verdict', {
        decided,
        selected: counts.selected,
      })}
      title={enumerated(shares.map(({ name, count }) => `${name} ${formatCount(count)}`))}
    >
      {shares.map(({ name, tone, count }) => (
        <i key={name} className={fills[tone]} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}
