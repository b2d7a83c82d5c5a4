import type { ReadData } from '@/lib/console/reads/registry';
import { t } from '@/lib/model/language/t';

type Found = Pick<ReadData<'foundScheduled'>['items'][number], 'broker' | 'state' | 'by' | 'dueAt' | 'recalledAt'>;

/** Times as UTC, to a second: "2026-11-29 12:00:00". Pure. */
export function foundWords({ broker, state, by, dueAt, recalledAt }: Found): string {
  const due = utc(dueAt);
  switch (state) {
    case 'recalled':
      return t('{broker}: recalled at {time} UTC, was due {due} UTC', { broker, due, time: utc(recalledAt ?? dueAt) });
    case 'delivered':
      return t('{broker}: delivered to its topic, was due {due} UTC', { broker, due });
    case 'due':
      return t('{broker}: due since {due} UTC, not found in its topic yet', { broker, due });
    case 'waiting':
      return by === 'time'
        ? t('{broker}: scheduled for {due} UTC', { broker, due })
        : t('{broker}: scheduled for {due} UTC by a delay level, which cannot be recalled', { broker, due });
  }
}

function utc(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
