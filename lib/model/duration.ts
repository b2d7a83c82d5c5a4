import { t } from './language/t';

const UNITS = [
  { suffix: 'd', ms: 86_400_000, say: (count: number) => t('{count, number} d', { count }) },
  { suffix: 'h', ms: 3_600_000, say: (count: number) => t('{count, number} h', { count }) },
  { suffix: 'm', ms: 60_000, say: (count: number) => t('{count, number} m', { count }) },
  { suffix: 's', ms: 1_000, say: (count: number) => t('{count, number} s', { count }) },
] as const;

type Unit = (typeof UNITS)[number];

interface Words {
  readonly unlimited: string;
  readonly milliseconds: (count: number) => string;
  readonly seconds: (count: string) => string;
  readonly unit: (count: number, unit: Unit) => string;
  readonly between: string;
}

/**
 * As people write it in a form, and as logs and the API have it. Exact to the second, tenths below 10 s, ms below 1 s.
 * `parts` limits how many units are shown ("2 d 23 h").
 */
export function formatDuration(ms: number, parts = 4): string {
  return wordsOf(ms, parts, {
    unlimited: 'unlimited',
    milliseconds: (count) => `${count} ms`,
    seconds: (count) => `${count} s`,
    unit: (count, { suffix }) => `${count} ${suffix}`,
    between: ' ',
  });
}

/** "24 h", and not "1 d". */
export function sayIn(count: number, suffix: Unit['suffix']): string {
  return UNITS.find((unit) => unit.suffix === suffix)?.say(count) ?? '';
}

/** The same in the language of its reader. */
export function sayDuration(ms: number, parts = 4): string {
  return wordsOf(ms, parts, {
    unlimited: t('unlimited'),
    milliseconds: (count) => t('{count, number} ms', { count }),
    seconds: (count) => t('{count} s', { count }),
    unit: (count, unit) => unit.say(count),
    between: t('{one} {other}', { one: '', other: '' }),
  });
}

function wordsOf(ms: number, parts: number, words: Words): string {
  if (!Number.isFinite(ms)) return words.unlimited;
  if (ms < 0) return `-${wordsOf(-ms, parts, words)}`;
  if (ms === 0) return words.seconds('0');
  if (ms < 1_000) return words.milliseconds(Math.max(1, Math.round(ms)));
  if (ms < 9_950 && ms % 1_000 !== 0) return words.seconds((ms / 1_000).toFixed(1));
  let rest = Math.round(ms / 1_000) * 1_000;
  const shown: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.ms);
    rest -= count * unit.ms;
    if (count > 0) shown.push(words.unit(count, unit));
    else if (shown.length > 0 && rest === 0) break;
    if (shown.length === parts) break;
  }
  return shown.join(words.between);
}

/** A list of single-unit steps, as a form reads it back: "10s 30s 1m". */
export function formatDurationList(steps: readonly number[]): string {
  return steps.map((ms) => formatDuration(ms).replaceAll(' ', '')).join(' ');
}
