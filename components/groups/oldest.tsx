'use client';

import { useWordsNow } from '@/components/ui/clock';
import { formatDuration } from '@/components/ui/duration.model';
import { usePreferences } from '@/components/ui/preferences';
import { ReadingValue } from '@/components/ui/reading';
import { formatFull } from '@/components/ui/time.model';
import type { Reading } from '@/lib/model/reading';
import { isNotYet, NotYet } from './figure';
import { t } from '@/lib/model/language/t';

/** How long the oldest ready message has been ready, ticking; "—" when nothing is. */
export function OldestAge({
  reading,
  short = false,
}: {
  readonly reading: Reading<string | null>;
  readonly short?: boolean;
}) {
  const { timeZone } = usePreferences();
  const since = reading.kind === 'unknown' ? null : reading.value;
  const age = useWordsNow((now) => (since === null ? '' : ageWords(since, now)));
  if (isNotYet(reading)) return <NotYet reading={reading} />;
  if (reading.kind === 'unknown') return <ReadingValue reading={reading} />;
  if (since === null) return <span className="text-3">{short ? t('none ready') : '—'}</span>;
  return <span title={t('since {time}', { time: formatFull(since, timeZone) })}>{age}</span>;
}

function ageWords(since: string, now: number): string {
  const ageMs = Math.max(0, now - Date.parse(since));
  return formatDuration(Math.floor(ageMs / 1000) * 1000, 2);
}
