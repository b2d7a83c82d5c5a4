'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadData, ReadName, ReadParams } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { fetchRead, type ReadError } from './fetch-read';
import { toSearch } from './use-live-query';
import { useWorkspace } from './use-workspace';

export interface AskedRead<T> {
  /** Undefined: not asked yet, or no answer yet. */
  readonly data: T | undefined;
  readonly asOf: string | null;
  readonly tookMs: number | null;
  readonly error: ReadError | null;
  readonly isRunning: boolean;
  readonly askAgain: () => void;
}

/**
 * A read that costs much, such as a search of the brokers' disks: asked once for its params, and again by hand alone.
 * Null: a person has not asked yet. What is live asks again every few seconds, see useLiveQuery.
 * @param turn another one is another question, and the answer before stays until it is answered
 */
export function useAskedRead<Name extends ReadName>(
  name: Name,
  params: ReadParams<Name> | null,
  turn: number | null = null,
): AskedRead<ReadData<Name>> {
  const workspace = useWorkspace();
  const search = params === null ? '' : toSearch({ ...params, workspace: workspace ?? undefined });
  const query = useQuery<ReadResult<ReadData<Name>>, ReadError>({
    queryKey: ['asked', name, search, turn],
    queryFn: ({ signal }) => fetchRead(name, search, signal, true),
    enabled: params !== null,
    staleTime: Infinity,
    retry: false,
    ...(turn === null ? {} : { placeholderData: keepPreviousData }),
  });
  return {
    data: query.data?.data,
    asOf: query.data?.asOf ?? null,
    tookMs: query.data?.tookMs ?? null,
    error: query.error,
    isRunning: query.isFetching,
    askAgain: () => void query.refetch(),
  };
}

interface ReadByHand<Name extends ReadName> extends Pick<AskedRead<ReadData<Name>>, 'error' | 'isRunning'> {
  /** What was found last, for whatever was asked then; null: nothing yet. */
  readonly found: ReadData<Name> | null;
  readonly ask: (params: ReadParams<Name>) => void;
}

/** The same behind a button: each press asks. */
export function useReadByHand<Name extends ReadName>(name: Name): ReadByHand<Name> {
  const [asked, setAsked] = useState<{ readonly params: ReadParams<Name>; readonly turn: number } | null>(null);
  const { data, error, isRunning } = useAskedRead(name, asked?.params ?? null, asked?.turn ?? 0);
  const ask = (params: ReadParams<Name>) => setAsked({ params, turn: performance.now() });
  return { found: data ?? null, error, isRunning, ask };
}
