'use client';

import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { UnknownMark } from '@/components/ui/unknown-mark';

type Load<Module> = () => Promise<Module>;

const loaded = new Map<Load<unknown>, { readonly module: unknown } | 'failed'>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function begin(load: Load<unknown>): Promise<void> {
  const result = await load().then(
    (module) => ({ module }),
    () => 'failed' as const,
  );
  loaded.set(load, result);
  for (const listener of listeners) listener();
}

interface LaterProps<Module> {
  /** Of one module, the same function each time. */
  readonly load: Load<Module>;
  /** As high as what will stand there: nothing moves when it comes. */
  readonly heightPx: number;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A picture whose program is large, and that says nothing which the page does not say in words: its program is loaded
 * when the page has opened.
 */
export function Later<Module>({ load, heightPx, children }: LaterProps<Module>) {
  const result = useSyncExternalStore(
    subscribe,
    () => loaded.get(load),
    () => undefined,
  );
  useEffect(() => {
    const known = loaded.get(load);
    if (known === undefined || known === 'failed') void begin(load);
  }, [load]);
  if (result === undefined) return <div style={{ height: heightPx }} />;
  if (result !== 'failed') return children(result.module as Module);
  return (
    <p className="small text-3" style={{ minHeight: heightPx }}>
      <UnknownMark /> The chart could not be loaded. Load the page again.
    </p>
  );
}
