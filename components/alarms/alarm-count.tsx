'use client';

import { useEffect, useRef } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { AlarmCount } from '@/lib/console/queries/alarms';
import styles from './alarms.module.css';
import { isNotifying } from './notify';

/** How many alarms fire, in the navigation; tells the browser about new ones if the person wants that. */
export function FiringCount() {
  const { data, error } = useLiveQuery<AlarmCount>({ url: '/api/console/alarm-count', live: { kinds: ['alarm'] } });
  const newestSeen = useRef<number | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const seen = newestSeen.current;
    newestSeen.current = Math.max(seen ?? 0, ...data.newest.map(({ incidentId }) => incidentId));
    // What fired before the console was opened is no news.
    if (seen === null || !isNotifying()) return;
    for (const { incidentId, title } of data.newest) {
      if (incidentId <= seen) continue;
      const notification = new Notification(title, { tag: `redrive-alarm-${incidentId}` });
      notification.addEventListener('click', () => {
        window.focus();
        location.assign(`/alarms/${incidentId}`);
      });
    }
  }, [data]);
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
