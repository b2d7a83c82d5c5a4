import { formatCount } from '@/components/ui/number.model';
import { t } from '@/lib/model/language/t';
import type { NavCount, NavCountName } from '@/lib/console/operations/problems/views';

type Tone = 'bad' | 'throttled' | 'plain';

interface CountLook {
  readonly tone: Tone;
  readonly exact: (count: number) => string;
  readonly atLeast: (count: number) => string;
  readonly unknown: () => string;
}

const looks: Readonly<Record<NavCountName, CountLook>> = {
  problems: {
    tone: 'bad',
    exact: (count) => t('{count, plural, one {# open problem} other {# open problems}}', { count }),
    atLeast: (count) => t('at least {count, plural, one {# open problem} other {# open problems}}', { count }),
    unknown: () => t('number of open problems unknown'),
  },
  deadLetters: {
    tone: 'bad',
    exact: (count) => t('{count, plural, one {# dead letter} other {# dead letters}}', { count }),
    atLeast: (count) => t('at least {count, plural, one {# dead letter} other {# dead letters}}', { count }),
    unknown: () => t('number of dead letters unknown'),
  },
  blockedKeys: {
    tone: 'bad',
    exact: (count) => t('{count, plural, one {# blocked key} other {# blocked keys}}', { count }),
    atLeast: (count) => t('at least {count, plural, one {# blocked key} other {# blocked keys}}', { count }),
    unknown: () => t('number of blocked keys unknown'),
  },
  redrives: {
    tone: 'plain',
    exact: (count) => t('{count, plural, one {# re-drive running} other {# re-drives running}}', { count }),
    atLeast: (count) => t('at least {count, plural, one {# re-drive running} other {# re-drives running}}', { count }),
    unknown: () => t('number of running re-drives unknown'),
  },
  throttled: {
    tone: 'throttled',
    exact: (count) => t('{count, plural, one {# throttled topic} other {# throttled topics}}', { count }),
    atLeast: (count) => t('at least {count, plural, one {# throttled topic} other {# throttled topics}}', { count }),
    unknown: () => t('number of throttled topics unknown'),
  },
  alarms: {
    tone: 'bad',
    exact: (count) => t('{count, number} firing', { count }),
    atLeast: (count) => t('at least {count, number} firing', { count }),
    unknown: () => t('number of firing alarms unknown'),
  },
};

const SHORT_FROM = 10_000;

interface CountShown {
  /** Empty: nothing to show. */
  readonly text: string;
  readonly label: string;
  readonly tone: Tone;
}

/** @param count null: unknown */
export function describeNavCount(name: NavCountName, count: NavCount | null): CountShown {
  const look = looks[name];
  const { tone } = look;
  // No waiting helps, and the page says why.
  if (count?.reading.kind === 'unknown' && count.reading.notOffered === true) return { text: '', label: '', tone };
  if (count === null || count.reading.kind === 'unknown') return { text: '?', label: look.unknown(), tone: 'plain' };
  const { value } = count.reading;
  if (value === 0)
    return count.atLeast ? { text: '?', label: look.unknown(), tone: 'plain' } : { text: '', label: '', tone };
  return {
    text: `${shortText(value)}${count.atLeast ? '+' : ''}`,
    label: count.atLeast ? look.atLeast(value) : look.exact(value),
    tone,
  };
}

/** 812, 12k: the exact number is in the label. */
function shortText(value: number): string {
  return value < SHORT_FROM ? formatCount(value) : `${formatCount(Math.floor(value / 1000))}k`;
}
