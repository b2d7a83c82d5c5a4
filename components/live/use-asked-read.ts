'use client';

import { useRef, useState } from 'react';
import type { ReadData, ReadName, ReadParams } from '@/lib/console/reads/registry';
import { fetchRead, ReadError } from './fetch-read';
import { toSearch } from './use-live-query';
import { useWorkspace } from './use-workspace';

interface Asked<T> {
  /** What was found last; null: nothing yet. */
  readonly found: T | null;
  readonly error: ReadError | null;
  readonly isRunning: boolean;
}

/** A read that costs the brokers much: asked for by hand, and not again every few seconds as a live query is. */
export function useAskedRead<Name extends ReadName>(
  name: Name,
): Asked<ReadData<Name>> & { readonly ask: (params: ReadParams<Name>) => void } {
  const workspace = useWorkspace();
  const latest = useRef(0);
  const [state, setState] = useState<Asked<ReadData<Name>>>({ found: null, error: null, isRunning: false });
  const ask = (params: ReadParams<Name>) => {
    latest.current += 1;
    const own = latest.current;
    // An answer to what was asked before comes too late.
    const set = (next: Asked<ReadData<Name>>) => (own === latest.current ? setState(next) : undefined);
    setState((before) => ({ ...before, error: null, isRunning: true }));
    const search = toSearch({ ...params, workspace: workspace ?? undefined });
    fetchRead(name, search, new AbortController().signal, true).then(
      ({ data }) => set({ found: data, error: null, isRunning: false }),
      (problem: unknown) => {
        if (!(problem instanceof ReadError)) throw problem;
        set({ found: null, error: problem, isRunning: false });
      },
    );
  };
  return { ...state, ask };
}
