import { type Reading, valueOrNull } from '@/lib/model/reading';
import styles from './list.module.css';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

interface StateMixProps {
  readonly ready: Reading<number>;
  readonly inFlight: Reading<number>;
  readonly waiting: Reading<number>;
  readonly dead: Reading<number>;
}

/** Shares of the four states on a log scale, so that 9 dead beside 20,000 ready can still be seen. */
export function StateMix({ ready, inFlight, waiting, dead }: StateMixProps) {
  const parts = [
    { name: 'ready', reading: ready, words: (count: number) => t('{count, number} ready', { count }) },
    { name: 'inflight', reading: inFlight, words: (count: number) => t('{count, number} in flight', { count }) },
    { name: 'waiting', reading: waiting, words: (count: number) => t('{count, number} waiting retry', { count }) },
    { name: 'dlq', reading: dead, words: (count: number) => t('{count, number} dead', { count }) },
  ].map((part) => ({ ...part, value: valueOrNull(part.reading) }));
  // dead and waiting can be drawn without a backlog, but not without themselves
  if (dead.kind === 'unknown') {
    return (
      <span className={`state-bar ${styles.mix}`} role="img" aria-label={t('unknown')}>
        <i className={`bg-unknown ${styles.whole}`} />
      </span>
    );
  }
  const shown = parts.filter(({ value }) => (value ?? 0) > 0);
  const label = shown.length === 0 ? t('no messages') : enumerated(shown.map(({ words, value }) => words(value ?? 0)));
  return (
    <span className={`state-bar ${styles.mix}`} role="img" aria-label={label} title={label}>
      {shown.map(({ name, value }) => (
        <i key={name} className={`bg-${name}`} style={{ flexGrow: Math.log10(1 + (value ?? 0)) }} />
      ))}
    </span>
  );
}
