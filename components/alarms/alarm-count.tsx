'use client';

import { useEffect, useState } from 'react';
import { fetchRead } from '@/components/live/fetch-read';
import { useLiveState } from '@/components/live/live-provider';
import { useLiveQuery } from '@/components/live/use-live-query';
import { UnknownMark } from '@/components/ui/unknown-mark';
import styles from './alarms.module.css';
import { readNotifying } from './notify';
import { AlarmNotifier } from './notify-new-alarms';

/** Rules are evaluated every 10 s. */
const CHECK_MS = 10_000;

/** How many alarms fire, in the navigation; shows new ones as browser notifications if the operator wants that. */
export function FiringCount() {
  const { data, error } = useLiveQuery('alarmCount', {}, { live: { kinds: ['alarm'] } });
  const state = useLiveState();
  const [notifier] = useState(() => new AlarmNotifier());
  useEffect(() => {
    if (data !== undefined) notifier.announce(data.newest);
  }, [data, notifier]);
  // Also in a hidden tab or under a dialog, where pages do not refresh: notifications matter most there.
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (!state.isHeld || readNotifying() !== 'on') return;
      const answer = await fetchRead('alarmCount', '', AbortSignal.timeout(CHECK_MS), false);
      notifier.announce(answer.data.newest);
    };
    const timer = setInterval(() => void check().catch(untilNextTime), CHECK_MS);
    return () => clearInterval(timer);
  }, [state, notifier]);
  if (error !== null)
    return (
      <span className={styles.unknown} role="img" aria-label="number firing unknown" title="How many fire is unknown">
        <UnknownMark />
      </span>
    );
  if (data === undefined || data.firing === 0) return null;
  return (
    <span className={styles.count} aria-label={`${data.firing} firing`}>
      {data.firing}
    </span>
  );
}

function untilNextTime(): void {
  // The alarms are unknown now; the next read tries again.
}
