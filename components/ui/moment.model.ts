import { t } from '@/lib/model/language/t';
import { momentMs } from '@/lib/model/moment';
import { sayIn } from '@/lib/model/duration';
import { formatTime } from './time.model';

/** "-6h" and "24h" are distances that stay so in the address; the rest are moments. */
const DISTANCE = /^-?(\d{1,4})([mhd])$/;

/** A moment of an address as people say it: "21 Nov 2026 03:24:10 UTC". */
export function momentWords(text: string, timeZone: string, nowMs: number): string {
  const distance = DISTANCE.exec(text);
  if (distance !== null) return distanceWords(text, distance);
  return momentMs(text) === null
    ? text
    : `${formatTime(text, timeZone, 'day', nowMs)} ${formatTime(text, timeZone, 'clock', nowMs)} ${zoneWord(timeZone)}`;
}

function distanceWords(text: string, distance: RegExpExecArray): string {
  const [, count = '0', unit = 'h'] = distance;
  const duration = sayIn(Number(count), unit as 'd' | 'h' | 'm');
  return text.startsWith('-') ? t('{duration} ago', { duration }) : t('{duration} from now', { duration });
}

/** As the page names it everywhere else. */
function zoneWord(timeZone: string): string {
  return timeZone === 'UTC' ? 'UTC' : t('local');
}

/**
 * For <input type="datetime-local">: no zone, and no seconds that are 0: "2026-11-21T03:24:10". Empty: not a moment.
 */
export function toPicked(text: string | undefined, timeZone: string): string {
  const ms = momentMs(text ?? '');
  if (ms === null) return '';
  const picked = new Date(ms + offsetMs(ms, timeZone)).toISOString().slice(0, 19);
  return picked.replace(/:00$/, '');
}

/** The moment that was picked in that zone; undefined while it is not complete. */
export function fromPicked(picked: string, timeZone: string): string | undefined {
  const wall = momentMs(picked);
  if (wall === null) return undefined;
  // twice: near a change of the clocks the first guess may have the offset of the other side
  const guess = wall - offsetMs(wall, timeZone);
  return new Date(wall - offsetMs(guess, timeZone)).toISOString();
}

/** How far the zone is ahead of UTC at that moment. */
function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const at = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = at;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}
