/** Sessions end after idle time; a page that refreshes itself is not activity, a hand on it is. */
const ACTIVE_MS = 2 * 60_000;

let lastInputAt = Number.NEGATIVE_INFINITY;

function note(): void {
  lastInputAt = performance.now();
}

export function isActive(): boolean {
  return performance.now() - lastInputAt < ACTIVE_MS;
}

export function watchActivity(): () => void {
  const events = ['pointerdown', 'keydown', 'wheel'] as const;
  for (const name of events) document.addEventListener(name, note, { passive: true, capture: true });
  return () => {
    for (const name of events) document.removeEventListener(name, note, { capture: true });
  };
}
