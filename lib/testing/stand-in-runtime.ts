const KEY = Symbol.for('redrive.runtime');

/** What the console finds in place of the runtime of this process (lib/runtime/singleton), until the end is called. */
export function standInRuntime(ready: object): () => void {
  const holder = globalThis as unknown as Record<symbol, unknown>;
  const before = holder[KEY];
  holder[KEY] = { ready };
  return () => {
    holder[KEY] = before;
  };
}
