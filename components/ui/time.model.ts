import { speech } from '@/lib/model/language/speech';
import { t } from '@/lib/model/language/t';
import { formatDuration } from './duration.model';

/** Formatting of moments. The zone is always an argument: server and browser then print the same text. */

export type TimeStyle = 'auto' | 'clock' | 'day-clock' | 'day' | 'full';

const formatters = new Map<string, Intl.DateTimeFormat>();

type Parts = Readonly<Record<string, string>>;

const MONTHS = 'Jan/Feb/Mar/Apr/May/Jun/Jul/Aug/Sep/Oct/Nov/Dec'.split('/');

/** What Intl says of UTC, twenty times as fast: a page of two hundred rows has a thousand times. */
function partsInUtc(date: Date): Parts {
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    year: String(date.getUTCFullYear()),
    month: MONTHS[date.getUTCMonth()] ?? '',
    day: String(date.getUTCDate()),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
    fractionalSecond: String(date.getUTCMilliseconds()).padStart(3, '0'),
    timeZoneName: 'UTC',
  };
}

function partsOf(date: Date, timeZone: string): Parts {
  if (timeZone === 'UTC') return partsInUtc(date);
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      timeZoneName: 'short',
    });
    formatters.set(timeZone, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(date).map((part) => [part.type, part.value]));
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** "auto" is the clock alone on the day of `nowMs`, else with the day, else with the year. */
export function formatTime(iso: string, timeZone: string, style: TimeStyle, nowMs: number): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return t('unknown time');
  const at = partsOf(date, timeZone);
  const clock = `${at.hour}:${at.minute}:${at.second}`;
  const day = dayWords(at, false);
  const wholeDay = dayWords(at, true);
  switch (style) {
    case 'clock':
      return clock;
    case 'day':
      return wholeDay;
    case 'day-clock':
      return `${day} ${clock}`;
    case 'full':
      return `${wholeDay} ${clock}.${at.fractionalSecond} ${at.timeZoneName}`;
    case 'auto': {
      const now = partsOf(new Date(nowMs), timeZone);
      if (now.year !== at.year) return `${wholeDay} ${clock}`;
      return now.day === at.day && now.month === at.month ? clock : `${day} ${clock}`;
    }
  }
}

/** All of a moment, which is the same whenever it is read. */
export function formatFull(iso: string, timeZone: string): string {
  return formatTime(iso, timeZone, 'full', 0);
}

/** "21 Nov 2026", 2026年11月21日: what Intl says, without asking it for each of a thousand rows. */
function dayWords({ year = '', month = '', day = '' }: Parts, withYear: boolean): string {
  const { language } = speech();
  if (language !== 'zh-CN' && language !== 'ja')
    return withYear ? `${day} ${shortMonth(month)} ${year}` : `${day} ${shortMonth(month)}`;
  const inYear = `${MONTHS.indexOf(shortMonth(month)) + 1}月${day}日`;
  return withYear ? `${year}年${inYear}` : inYear;
}

// en-GB prints "Sept"; every other month has three letters and tables align on that
function shortMonth(month: string | undefined): string {
  return (month ?? '').slice(0, 3);
}

/** "in 2 d 23 h", "4 s ago", and words within a second. */
export function formatRelative(iso: string, nowMs: number): string {
  const diffMs = Date.parse(iso) - nowMs;
  if (Number.isNaN(diffMs)) return t('unknown time');
  // The clock of a page may be a second behind what arrives live.
  if (Math.abs(diffMs) < 1_000) return t('just now');
  const wholeSeconds = Math.round(Math.abs(diffMs) / 1_000) * 1_000;
  const text = formatDuration(wholeSeconds, 2);
  return diffMs > 0 ? t('in {duration}', { duration: text }) : t('{duration} ago', { duration: text });
}

/** Time left until `iso`, never negative; a countdown that reached its end says "due". */
export function formatCountdown(iso: string, nowMs: number): string {
  const leftMs = Date.parse(iso) - nowMs;
  return leftMs <= 0 ? t('due') : formatDuration(Math.ceil(leftMs / 1_000) * 1_000, 3);
}
