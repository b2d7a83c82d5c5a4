import { CircleDot, ListFilter, Minus, Send, SquareX, Undo2, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { StateBadge, type DisplayState } from '@/components/ui/state-badge';
import { t } from '@/lib/model/language/t';
import type { RedriveVerdict } from '@/lib/model/redrive/redrive';
import styles from './redrives.module.css';
import { VERDICTS } from './verdicts.model';

/** A state of the message where it is one; an icon for what is a fact of the run. */
const MARKS: Readonly<Record<RedriveVerdict, DisplayState | LucideIcon>> = {
  consumed: 'consumed',
  'in-flight': 'in-flight',
  retrying: 'waiting-retry',
  'died-again': 'dead',
  'not-failed': CircleDot,
  'not-yet-fetched': 'ready',
  recalled: Undo2,
  'filtered-out': ListFilter,
  cancelled: SquareX,
  excluded: Minus,
  unknown: 'unknown',
  sent: Send,
};

interface VerdictMarkProps {
  readonly verdict: RedriveVerdict;
  readonly label?: string;
  /** Without a background, for stat strips. */
  readonly plain?: boolean;
}

/** A verdict is a state of the message where it is one; the rest are facts of the run and stay grey. */
export function VerdictMark({ verdict, label, plain = false }: VerdictMarkProps) {
  const mark = MARKS[verdict];
  const word = label ?? t(VERDICTS[verdict].name);
  if (typeof mark === 'string') return <StateBadge state={mark} label={word} plain={plain} />;
  return (
    <span className={plain ? 'row row-tight text-2' : styles.state}>
      <Icon of={mark} size={13} />
      {word}
    </span>
  );
}
