// One line per step that takes over a second, and a sign of life every five.
import { t } from './remote/speech.mjs';

const SILENT_MS = 1000;
const REMIND_MS = 5000;

/**
 * @param {{ expectedMs?: number, at?: () => string | null }} [says] how long it takes, and what it does at the moment
 */
export async function step(label, work, { expectedMs, at } = {}) {
  const startedAt = performance.now();
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const expected = expectedMs === undefined ? '' : describeExpected(expectedMs);
  let shown = false;
  const remind = () => {
    const progress = expected === '' ? elapsed() : t('{elapsed} of {expected}', { elapsed: elapsed(), expected });
    const phase = at?.() ?? null;
    process.stdout.write(`  ... ${phase === null ? progress : t('{progress}: {phase}', { progress, phase })}\n`);
  };
  let timer = setTimeout(() => {
    shown = true;
    process.stdout.write(`${expected === '' ? label : t('{label}, {expected}', { label, expected })} ...\n`);
    timer = setInterval(remind, REMIND_MS);
  }, SILENT_MS);
  try {
    const value = await work();
    if (shown) process.stdout.write(`  ${t('done in {time}', { time: elapsed() })}\n`);
    return value;
  } finally {
    clearTimeout(timer);
  }
}

/** In steps of ten seconds, and of a minute above five: it is an estimate. */
export function describeExpected(ms) {
  const seconds = Math.max(10, Math.ceil(ms / 10_000) * 10);
  if (seconds < 120) return t('about {seconds} s', { seconds });
  const minutes = seconds / 60;
  return t('about {minutes} min', { minutes: minutes < 5 ? Math.round(minutes * 2) / 2 : Math.round(minutes) });
}
