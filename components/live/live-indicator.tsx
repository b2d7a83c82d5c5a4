'use client';

import { KeyCap } from '@/components/ui/key-cap';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import { useSession } from '@/components/session/session-state';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { classNames } from '@/components/ui/class-names';
import { pieces, t } from '@/lib/model/language/t';
import { useLiveSnapshot, useLiveState } from './live-provider';
import { describeLive } from './live-indicator.model';
import styles from './live-indicator.module.css';

/** The brake: says whether the page moves, why not, and since when its figures are. Click or `p` toggles. */
export function LiveIndicator() {
  const state = useLiveState();
  const live = useLiveSnapshot();
  const toggle = () => state.setPausedByHand(!live.pausedByHand);
  useShortcut('p', toggle, t('Pause or resume live updates'));
  const look = describeLive(live, useSession().ended);
  return (
    <>
      {/* Beside the button, whose own name would lose what stands in a live region. */}
      <span role="status" className="visually-hidden">
        {look.text}
      </span>
      <button type="button" className={styles.live} onClick={toggle} aria-pressed={live.pausedByHand} title={look.hint}>
        <i className={classNames(styles.mark, styles[look.tone])} aria-hidden="true" />
        <span className="clip">{look.text}</span>
        {look.waiting === null ? null : <span className={styles.waiting}>{look.waiting}</span>}
        {live.asOf === null ? null : (
          <span className={styles.asOf}>
            · <Said of={pieces('as of {time}', { time: <Time at={live.asOf} style="clock" /> })} />
          </span>
        )}
        <KeyCap keys="p" />
      </button>
    </>
  );
}
