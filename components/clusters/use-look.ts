'use client';

import { useState } from 'react';
import { fetchRead, ReadError } from '@/components/live/fetch-read';
import { toSearch } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import type { ReadData, ReadName } from '@/lib/console/reads/registry';

interface Looked<T> {
  readonly found: T | null;
  readonly error: ReadError | null;
  readonly isRunning: boolean;
}

/** A read that costs the brokers much: made when it is asked for, and not again by itself. */
export function useLook<Name extends ReadName>(
  name: Name,
): Looked<ReadData<Name>> & { readonly look: (params: Parameters<typeof toSearch>[0]) => void } {
  const workspace = useWorkspace();
  const [looked, setLooked] = useState<Looked<ReadData<Name>>>({ found: null, error: null, isRunning: false });
  const look = (params: Parameters<typeof toSearch>[0]) => {
    setLooked((before) => ({ ...before, error: null, isRunning: true }));
    const search = toSearch({ ...params, workspace: workspace ?? undefined });
    fetchRead(name, search, new AbortController().signal, true).then(
      ({ data }) => setLooked({ found: data, error: null, isRunning: false }),
      (problem: unknown) => {
        if (!(problem instanceof ReadError)) throw problem;
        setLooked({ found: null, error: problem, isRunning: false });
      },
    );
  };
  return { ...looked, look };
}
