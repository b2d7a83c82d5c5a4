import { t } from '../model/language/t';
import { SETTING_NAMES } from './config';

/** Read by other programs: of deploy/compose.yaml, of tests and of the commands of this repository. */
const OF_OTHERS = new RegExp(
  '^REDRIVE_((OWNER|BROKER|CONSOLE)_PASSWORD|BUILD_CACHE|CHROMIUM|CLOCK_FILE|HELM|RECORD|SERVER|STAGE|TOKEN|' +
    '(E2E|FUZZ|TEST)_\\w+)$',
);
/** Kubernetes gives pods such names for a service that is called redrive-something. */
const OF_KUBERNETES = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/;
const KNOWN: ReadonlySet<string> = new Set(SETTING_NAMES);

/** A variable with a typing error is ignored in silence. @returns lines for the person who started Redrive */
export function describeUnknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .filter(([name, value]) => /^REDRIVE_/i.test(name) && value !== undefined && !KNOWN.has(name))
    .filter(([name, value = '']) => !OF_OTHERS.test(name) && !OF_KUBERNETES.test(name) && !value.startsWith('tcp://'))
    .map(([name]) => {
      const meant = nearest(name);
      return meant === null
        ? t('WARNING: {name} is not a setting of Redrive and is ignored. See docs/operate/configuration.md.', { name })
        : t('WARNING: {name} is not a setting of Redrive and is ignored. Did you mean {meant}?', { name, meant });
    });
}

/** A third of the letters may differ. */
const MOST_DIFFERENT = 1 / 3;

function nearest(name: string): string | null {
  const given = withoutPrefix(name);
  const [best] = SETTING_NAMES.map((setting) => {
    const known = withoutPrefix(setting);
    return { setting, share: distance(given, known) / Math.max(given.length, known.length) };
  }).toSorted((a, b) => a.share - b.share);
  return best !== undefined && best.share <= MOST_DIFFERENT ? best.setting : null;
}

function withoutPrefix(name: string): string {
  return name.toUpperCase().replace(/^REDRIVE_/, '');
}

/** Letters that are to be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (row[index] ?? 0) + (letter === otherLetter ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
