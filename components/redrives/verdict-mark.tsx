import { ListFilter, Minus, SquareX, Undo2, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { StateBadge, type DisplayState } from '@/components/ui/state-badge';
import type { RedriveVerdict } from '@/lib/model/redrive';
import styles from './redrives.module.css';

const states: Readonly<Partial<Record<RedriveVerdict, { readonly state: DisplayState; readonly word: string }>>> = {
  consumed: { state: 'consumed', word: 'Consumed' },
  'in-flight': { state: 'in-flight', word: 'In flight' },
  retrying: { state: 'waiting-retry', word: 'Retrying' },
  'died-again': { state: 'dead', word: 'Died again' },
  'not-yet-fetched': { state: 'ready', word: 'Not yet fetched' },
  unknown: { state: 'unknown', word: 'Unknown' },
};

const others: Readonly<Partial<Record<RedriveVerdict, { readonly icon: LucideIcon; readonly word: string }>>> = {
  recalled: { icon: Undo2, word: 'Recalled' },
  'filtered-out': { icon: ListFilter, word: 'Filtered out' },
  cancelled: { icon: SquareX, word: 'Not released' },
  excluded: { icon: Minus, word: 'Excluded' },
};

interface VerdictMarkProps {
  readonly verdict: RedriveVerdict;
  readonly label?: string;
  /** Without a background, for stat strips. */
  readonly plain?: boolean;
}

/** A verdict is a state of the message where it is one; the rest are facts of the run and stay grey. */
export function VerdictMark({ verdict, label, plain = false }: VerdictMarkProps) {
  const state = states[verdict];
  if (state !== undefined) return <StateBadge state={state.state} label={label ?? state.word} plain={plain} />;
  const other = others[verdict];
  if (other === undefined) return null;
  return (
    <span className={plain ? 'row row-tight text-2' : styles.state}>
      <Icon of={other.icon} size={13} />
      {label ?? other.word}
    </span>
  );
}
