// One line per step that takes over a second, and a sign of life every five.
const SILENT_MS = 1000;
const REMIND_MS = 5000;

export async function step(label, work) {
  const startedAt = performance.now();
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  let shown = false;
  let timer = setTimeout(() => {
    shown = true;
    process.stdout.write(`${label} ...\n`);
    timer = setInterval(() => process.stdout.write(`  ... ${elapsed()}\n`), REMIND_MS);
  }, SILENT_MS);
  try {
    const value = await work();
    if (shown) process.stdout.write(`  done in ${elapsed()}\n`);
    return value;
  } finally {
    clearTimeout(timer);
  }
}
