/** One collection at a time; scrapes meanwhile, or soon after, get its answer. A failed one is not kept. */
export function shared<T>(keptMs: number, collect: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    if (current !== null) return current;
    const collecting = collect();
    const forget = (): void => {
      if (current === collecting) current = null;
    };
    collecting.then(() => (keptMs > 0 ? void setTimeout(forget, keptMs).unref() : forget()), forget);
    current = collecting;
    return collecting;
  };
}
