import type { AlarmCount } from '@/lib/console/reads/alarms';
import { readNotifying } from './notify';

type Alarm = AlarmCount['newest'][number];

const TOLD = 'redrive.alarms-told';
/** More than can be told and open at once. */
const KEPT = 300;
/** More than this at once are one notification: a storm of alarms must not bury the screen. */
const MOST_APART = 5;

/** Tells this browser about alarms that were not there before: each once, however many tabs look. */
export class AlarmTeller {
  #seen: ReadonlySet<string> | null = null;

  look(alarms: readonly Alarm[]): void {
    const seen = this.#seen;
    this.#seen = new Set(alarms.map(keyOf));
    // What fired before the console was opened is no news.
    if (seen === null || readNotifying() !== 'on') return;
    const fresh = alarms.filter((alarm) => !seen.has(keyOf(alarm)));
    if (fresh.length > 0) void tell(fresh);
  }
}

/** Numbers of alarms begin anew with another database at this address. */
function keyOf({ incidentId, firedAt }: Alarm): string {
  return `${incidentId} ${firedAt}`;
}

async function tell(fresh: readonly Alarm[]): Promise<void> {
  const mine = await claim(fresh);
  const titles = mine.map(({ title }) => title);
  if (mine.length > MOST_APART) show(`${mine.length} new alarms`, '/alarms', titles.join('\n'));
  else for (const { incidentId, title } of mine) show(title, `/alarms/${incidentId}`);
}

function show(title: string, path: string, body = ''): void {
  const notification = new Notification(title, { body });
  notification.addEventListener('click', () => {
    window.focus();
    location.assign(path);
  });
}

/** Those that no tab of this browser has told; from now on this one has. */
async function claim(alarms: readonly Alarm[]): Promise<readonly Alarm[]> {
  return await navigator.locks.request(TOLD, () => {
    const told = (localStorage.getItem(TOLD) ?? '').split('\n');
    const mine = alarms.filter((alarm) => !told.includes(keyOf(alarm)));
    localStorage.setItem(TOLD, [...told, ...mine.map(keyOf)].slice(-KEPT).join('\n'));
    return mine;
  });
}
