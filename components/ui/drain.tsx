import { ArrowDown, ArrowRight, ArrowUp, type LucideIcon } from 'lucide-react';
import type { Drain } from '@/lib/model/backlog/drain';
import type { Reading } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';
import { classNames } from './class-names';
import { describeDrain, type Direction, directionOf } from './drain.model';
import { Icon } from './icon';
import { ReadingValue } from './reading';
import styles from './reading.module.css';
import { UnknownMark } from './unknown-mark';

const ARROWS: Readonly<Record<Exclude<Direction, 'done'>, LucideIcon>> = {
  draining: ArrowDown,
  growing: ArrowUp,
  steady: ArrowRight,
};

interface DrainValueProps {
  readonly reading: Reading<Drain>;
  /** What its rates are of. */
  readonly over?: string;
}

/**
 * When a backlog will be done, or that it will not be, and which way it goes. Without samples it is unknown, with the
 * reason.
 */
export function DrainValue({ reading, over = t('the last minute') }: DrainValueProps) {
  if (reading.kind === 'unknown')
    return (
      <span className={styles.unknown} title={reading.reason}>
        <UnknownMark /> {t('unknown')}
      </span>
    );
  const { value } = reading;
  const { direction, words } = directionOf(value);
  if (direction === 'done')
    return (
      <span className="text-3" title={words}>
        —
      </span>
    );
  const text = describeDrain(value);
  return (
    <span
      className={classNames(styles.drain, direction !== 'draining' && 'fg-waiting')}
      title={t('{words}, at the rates of {over}', { words, over })}
    >
      {reading.kind === 'stale' ? <ReadingValue reading={{ ...reading, value: text }} /> : text}
      <Icon of={ARROWS[direction]} size={13} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
