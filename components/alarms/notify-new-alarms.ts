import type { NavCounts } from '@/lib/console/operations/problems/views';
import { readNotifying } from './notify';
import { t } from '@/lib/model/language/t';

type Alarm = NavCounts['newest'][number];

const STORED_UNDER = 'redrive.alarms-told';
/** How many shown alarms are remembered: more than can be firing at once. */
const KEPT = 300;
/** More than this at once are one notification: a storm of alarms must not bury the screen. */
const MOST_APART = 5;

/** Shows new alarms as browser notifications: each once, however many tabs are open. */
export class AlarmNotifier {
  #seen: ReadonlySet<string> | null = null;

  announce(alarms: readonly Alarm[]): void {
    const seen = this.#seen;
    this.#seen = new Set(alarms.map(keyOf));
    // Alarms from before the console was opened are not new.
    if (seen === null || readNotifying() !== 'on') return;
    const fresh = alarms.filter((alarm) => !seen.has(keyOf(alarm)));
    if (fresh.length > 0) void notify(fresh);
  }
}

/** Alarm numbers start again with another database at this address. */
function keyOf({ incidentId, firedAt }: Alarm): string {
  return `${incidentId} ${firedAt}`;
}

async function notify(fresh: readonly Alarm[]): Promise<void> {
  const mine = await claim(fresh);
  const titles = mine.map(({ title }) => title);
  if (mine.length > MOST_APART)
    show(
      t('{count, plural, one {# new alarm} other {# new alarms}}', { count: mine.length }),
      '/alarms',
      titles.join('\n'),
    );
  else for (const { incidentId, title } of mine) show(title, `/alarms/${incidentId}`);
}

function show(title: string, path: string, body = ''): void {
  const notification = new Notification(title, { body });
  notification.addEventListener('click', () => {
    window.focus();
    location.assign(path);
  });
}

/** The alarms that no tab of this browser has shown yet; they count as shown from now on. */
async function claim(alarms: readonly Alarm[]): Promise<readonly Alarm[]> {
  return await navigator.locks.request(STORED_UNDER, () => {
    const shown = (localStorage.getItem(STORED_UNDER) ?? '').split('\n');
    const mine = alarms.filter((alarm) => !shown.includes(keyOf(alarm)));
    localStorage.setItem(STORED_UNDER, [...shown, ...mine.map(keyOf)].slice(-KEPT).join('\n'));
    return mine;
  });
}
