// One line per step that takes over a second, and a sign of life every five.
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
    const [of, now] = [expected === '' ? '' : ` of ${expected}`, at?.() ?? null];
    process.stdout.write(`  ... ${elapsed()}${of}${now === null ? '' : `: ${now}`}\n`);
  };
  let timer = setTimeout(() => {
    shown = true;
    process.stdout.write(`${label}${expected === '' ? '' : `, ${expected}`} ...\n`);
    timer = setInterval(remind, REMIND_MS);
  }, SILENT_MS);
  try {
    const value = await work();
    if (shown) process.stdout.write(`  done in ${elapsed()}\n`);
    return value;
  } finally {
    clearTimeout(timer);
  }
}

/** In steps of ten seconds, and of a minute above five: it is an estimate. */
export function describeExpected(ms) {
  const seconds = Math.max(10, Math.ceil(ms / 10_000) * 10);
  if (seconds < 120) return `about ${seconds} s`;
  const minutes = seconds / 60;
  return `about ${minutes < 5 ? Math.round(minutes * 2) / 2 : Math.round(minutes)} min`;
}
