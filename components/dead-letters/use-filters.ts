'use client';

import { useMemo } from 'react';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { FILTER_NAMES, type Filters } from './dead-letters.model';

/** The filters as they stand in the address. */
export function useFilters({ get }: UrlParams): Filters {
  return useMemo(
    () =>
      Object.fromEntries(FILTER_NAMES.map((name) => [name, get(name)])) as Record<keyof Filters, string | undefined>,
    [get],
  );
}
