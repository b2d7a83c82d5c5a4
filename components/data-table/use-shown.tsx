'use client';

import { t } from '@/lib/model/language/t';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';

interface Shown<Row> {
  readonly shown: readonly Row[];
  /** How many there are and a way to see all; undefined: all are shown. */
  readonly footer: ReactNode;
  /** The same for the head, before the rows: screen readers and keyboards reach it first. */
  readonly head: ReactNode;
}

/**
 * The first rows of a long list, the urgent ones, and below them how many there are and a way to see all: what stands
 * below the table is not a hundred rows away.
 */
export function useShown<Row>(rows: readonly Row[], first: number): Shown<Row> {
  const [all, setAll] = useState(false);
  if (rows.length <= first) return { shown: rows, footer: undefined, head: undefined };
  const words = t('{shown, number} of {total, number} shown', { shown: all ? rows.length : first, total: rows.length });
  const toggle = (
    <Button size="small" onClick={() => setAll(!all)}>
      {all
        ? t('Show the first {count, number}', { count: first })
        : t('Show all {count, number}', { count: rows.length })}
    </Button>
  );
  return {
    shown: all ? rows : rows.slice(0, first),
    footer: (
      <footer>
        {words}
        {toggle}
      </footer>
    ),
    head: (
      <>
        <span className="tiny text-3">{words}</span>
        {toggle}
      </>
    ),
  };
}
