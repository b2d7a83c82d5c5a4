import { formatCount } from '@/components/ui/number.model';
import type { NavCount, NavCountName } from '@/lib/console/operations/problems/views';

interface CountLook {
  readonly one: string;
  readonly many: string;
  readonly tone: 'bad' | 'throttled' | 'plain';
}

const looks: Readonly<Record<NavCountName, CountLook>> = {
  problems: { one: 'open problem', many: 'open problems', tone: 'bad' },
  deadLetters: { one: 'dead letter', many: 'dead letters', tone: 'bad' },
  blockedKeys: { one: 'blocked key', many: 'blocked keys', tone: 'bad' },
  redrives: { one: 're-drive running', many: 're-drives running', tone: 'plain' },
  throttled: { one: 'throttled topic', many: 'throttled topics', tone: 'throttled' },
  alarms: { one: 'firing', many: 'firing', tone: 'bad' },
};

const SHORT_FROM = 10_000;

interface CountShown {
  /** Empty: nothing to show. */
  readonly text: string;
  readonly label: string;
  readonly tone: CountLook['tone'];
}

/** @param count null: unknown */
export function describeNavCount(name: NavCountName, count: NavCount | null): CountShown {
  const { one, many, tone } = looks[name];
  // No waiting helps, and the page says why.
  if (count?.reading.kind === 'unknown' && count.reading.notOffered === true) return { text: '', label: '', tone };
  if (count === null || count.reading.kind === 'unknown')
    return { text: '?', label: `number of ${many === 'firing' ? 'firing alarms' : many} unknown`, tone: 'plain' };
  const { value } = count.reading;
  if (value === 0)
    return count.atLeast
      ? { text: '?', label: `some could not be counted: ${many} unknown`, tone: 'plain' }
      : { text: '', label: '', tone };
  const exact = `${formatCount(value)} ${value === 1 ? one : many}`;
  return {
    text: `${shortText(value)}${count.atLeast ? '+' : ''}`,
    label: count.atLeast ? `at least ${exact}` : exact,
    tone,
  };
}

/** 812, 12k: the exact number is in the label. */
function shortText(value: number): string {
  return value < SHORT_FROM ? formatCount(value) : `${formatCount(Math.floor(value / 1000))}k`;
}
