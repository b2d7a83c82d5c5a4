'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';

interface Shown<Row> {
  readonly shown: readonly Row[];
  readonly footer: ReactNode;
}

/**
 * The first rows of a long list, the urgent ones, and below them how many there are and a way to see all: what stands
 * below the table is not a hundred rows away.
 */
export function useShown<Row>(rows: readonly Row[], first: number): Shown<Row> {
  const [all, setAll] = useState(false);
  if (rows.length <= first) return { shown: rows, footer: undefined };
  return {
    shown: all ? rows : rows.slice(0, first),
    footer: (
      <footer>
        {formatCount(all ? rows.length : first)} of {formatCount(rows.length)} shown
        <Button size="small" onClick={() => setAll(!all)}>
          {all ? `Show the first ${first}` : `Show all ${formatCount(rows.length)}`}
        </Button>
      </footer>
    ),
  };
}
