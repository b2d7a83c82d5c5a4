'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';

/** More rows than this are shown on request: the first ones are the urgent ones. */
const FIRST = 100;

/** The first rows of a long list and, below them, how many there are and a way to see all. */
export function useShown<Row>(rows: readonly Row[]): { readonly shown: readonly Row[]; readonly footer: ReactNode } {
  const [all, setAll] = useState(false);
  if (rows.length <= FIRST) return { shown: rows, footer: undefined };
  return {
    shown: all ? rows : rows.slice(0, FIRST),
    footer: (
      <footer>
        {formatCount(all ? rows.length : FIRST)} of {formatCount(rows.length)} shown
        <Button size="small" onClick={() => setAll(!all)}>
          {all ? `Show the first ${FIRST}` : `Show all ${formatCount(rows.length)}`}
        </Button>
      </footer>
    ),
  };
}
