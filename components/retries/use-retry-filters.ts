'use client';

import { useMemo } from 'react';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { RETRY_FILTERS } from '@/lib/model/list-view';
import type { RetryFilters } from '@/components/parts/retry-change.model';

/** The filters as they stand in the address. */
export function useRetryFilters({ get }: UrlParams): RetryFilters {
  return useMemo(() => Object.fromEntries(RETRY_FILTERS.map((name) => [name, get(name)])), [get]);
}
