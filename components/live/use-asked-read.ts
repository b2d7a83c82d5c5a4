'use client';

import { useQuery } from '@tanstack/react-query';
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
 */
export function useAskedRead<Name extends ReadName>(
  name: Name,
  params: ReadParams<Name> | null,
): AskedRead<ReadData<Name>> {
  const workspace = useWorkspace();
  const search = params === null ? '' : toSearch({ ...params, workspace: workspace ?? undefined });
  const query = useQuery<ReadResult<ReadData<Name>>, ReadError>({
    queryKey: ['asked', name, search],
    queryFn: ({ signal }) => fetchRead(name, search, signal, true),
    enabled: params !== null,
    staleTime: Infinity,
    retry: false,
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
