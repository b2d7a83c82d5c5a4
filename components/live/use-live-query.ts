'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReadData, ReadName, ReadParams } from '@/lib/console/reads/registry';
import type { LiveInterest } from '@/lib/model/live-change';
import type { ReadResult } from '@/lib/model/read-result';
import { t } from '@/lib/model/language/t';
import { isActive } from './activity';
import { browserSaid } from '@/components/ui/failed-by.model';
import { fetchRead, ReadError, isFirst } from './fetch-read';
import { useLiveState } from './live-provider';
import { useWorkspace } from './use-workspace';

interface LiveQueryOptions<T> {
  /** What the server component already loaded for exactly these params. */
  readonly initial?: ReadResult<T> | undefined;
  readonly live: LiveInterest;
  readonly enabled?: boolean;
  /** It is of this installation, also on the pages of an attached cluster. */
  readonly isOfAll?: boolean;
}

/** No hint says that something changed in an attached cluster. */
const CLUSTER_MS = 5_000;

export interface LiveQuery<T> {
  readonly data: T | undefined;
  readonly asOf: string | null;
  readonly tookMs: number | null;
  readonly error: ReadError | null;
  /** The data belongs to the previous params while the new ones load. */
  readonly isPrevious: boolean;
  readonly isLoading: boolean;
  readonly retry: () => void;
  /** The same, and whether it was read. */
  readonly readAgain: () => Promise<boolean>;
}

/**
 * A read of lib/console/reads/registry by its name, kept fresh through the live stream. On failure the last data stays,
 * with its as-of time. Params that are undefined or empty are left out; they are part of the cache key.
 */
export function useLiveQuery<Name extends ReadName>(
  name: Name,
  params: ReadParams<Name>,
  { initial, live, enabled = true, isOfAll = false }: LiveQueryOptions<ReadData<Name>>,
): LiveQuery<ReadData<Name>> {
  const state = useLiveState();
  const here = useWorkspace();
  const workspace = isOfAll ? null : here;
  const search = toSearch({ ...params, workspace: workspace ?? undefined });
  const query = useQuery<ReadResult<ReadData<Name>>, ReadError>({
    queryKey: ['read', name, search],
    queryFn: ({ client, queryKey, signal }) =>
      fetchRead(name, search, signal, isActive(), isFirst(client.getQueryState(queryKey))),
    meta: { live },
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: () => (workspace === null || state.isHeld ? false : CLUSTER_MS),
    ...(initial === undefined ? {} : { initialData: initial, initialDataUpdatedAt: Date.parse(initial.asOf) }),
  });

  useEffect(() => {
    if (initial !== undefined) state.setAsOf(initial.asOf);
  }, [initial, state]);

  return {
    data: query.data?.data,
    asOf: query.data?.asOf ?? null,
    tookMs: query.data?.tookMs ?? null,
    error: query.data !== undefined && isOfWholePage(query.error) ? null : asReadError(query.error),
    isPrevious: query.isPlaceholderData,
    isLoading: query.isLoading,
    retry: () => void query.refetch(),
    readAgain: async () => (await query.refetch()).isSuccess,
  };
}

/** Whatever else was thrown was thrown here, and not by the server. */
function asReadError(error: Error | null): ReadError | null {
  if (error === null || error instanceof ReadError) return error;
  return new ReadError(
    'failed',
    'browser',
    t('Your browser failed to read the answer ({problem}).', { problem: browserSaid(error) }),
  );
}

/** Said once, above the page, where there is data to go on showing. */
function isOfWholePage(error: ReadError | null): boolean {
  return error?.kind === 'signed-out' || error?.kind === 'unreachable';
}

export function toSearch(params: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(params).toSorted()) {
    const value = params[name];
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.toString();
}
