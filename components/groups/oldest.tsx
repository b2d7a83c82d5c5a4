'use client';

import { useNow } from '@/components/ui/clock';
import { formatDuration } from '@/components/ui/duration.model';
import { usePreferences } from '@/components/ui/preferences';
import { ReadingValue } from '@/components/ui/reading';
import { formatTime } from '@/components/ui/time.model';
import type { Reading } from '@/lib/model/reading';
import { isNotYet, NotYet } from './figure';

/** How long the oldest ready message has been ready, ticking; "—" when nothing is. */
export function OldestAge({
  reading,
  short = false,
}: {
  readonly reading: Reading<string | null>;
  readonly short?: boolean;
}) {
  const now = useNow();
  const { timeZone } = usePreferences();
  if (isNotYet(reading)) return <NotYet reading={reading} />;
  if (reading.kind === 'unknown') return <ReadingValue reading={reading} />;
  if (reading.value === null) return <span className="text-3">{short ? 'none ready' : '—'}</span>;
  const ageMs = Math.max(0, now - Date.parse(reading.value));
  return (
    <span title={`since ${formatTime(reading.value, timeZone, 'full', now)}`}>
      {formatDuration(Math.floor(ageMs / 1000) * 1000, 2)}
    </span>
  );
}
