import { Gauge, TriangleAlert } from 'lucide-react';
import { Icon } from './icon';
import { UnknownMark } from './unknown-mark';
import { formatShare } from '@/lib/model/share';
import styles from './level-mark.module.css';

/** How much of a limit is used. */
export function UsedBar({ share, state }: { readonly share: number; readonly state: string }) {
  const tone = state === 'refusing' ? 'bg-throttled' : state === 'warning' ? 'bg-waiting' : styles.room;
  return (
    <span className={styles.used}>
      <span className={styles.track} aria-hidden="true">
        <i className={tone} style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      {formatShare(share)}
    </span>
  );
}

/** How near a level is to its limit, as a word with its icon. */
export function LevelState({ state, word }: { readonly state: string; readonly word: string }) {
  const icon = state === 'refusing' ? Gauge : state === 'warning' ? TriangleAlert : null;
  return (
    <span className={styles.state} data-state={state}>
      {icon === null ? null : <Icon of={icon} size={13} />}
      {state === 'unknown' ? <UnknownMark size={12} /> : null}
      {word}
    </span>
  );
}
