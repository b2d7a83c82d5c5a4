// What a side of a comparison in process does with its input: each line is {"work", ...}, each answer one line of JSON.
import { createInterface } from 'node:readline';

/** @param {Record<string, (request: any) => Promise<object>>} works @param {() => Promise<void>} close */
export async function serve(works, close) {
  process.stdout.write('ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const answer = await works[request.work](request).catch((error) => ({ error: String(error.stack) }));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  await close();
  process.exit(0);
}

/** Runs `callers` loops of `step`, which answers how many messages it moved, until the time is over or one moves none. */
export async function during(seconds, callers, step) {
  const times = [];
  let count = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const loop = async () => {
    while (performance.now() < endsAt) {
      const at = performance.now();
      const moved = await step();
      if (moved === 0) return;
      times.push(performance.now() - at);
      count += moved;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return { count, seconds: (performance.now() - startedAt) / 1000, ...percentiles(times) };
}

/** Runs `callers` loops of `step` until they have moved `count` messages; one that finds none lets others go on. */
export async function until(count, callers, step) {
  const times = [];
  let left = count;
  const startedAt = performance.now();
  const loop = async () => {
    while (left > 0) {
      const at = performance.now();
      const moved = await step();
      if (moved > 0) times.push(performance.now() - at);
      else await new Promise((resolve) => setTimeout(resolve, 1));
      left -= moved;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return { count: count - left, seconds: (performance.now() - startedAt) / 1000, ...percentiles(times) };
}

function percentiles(times) {
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
