'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { isPastPage } from '@/lib/model/past-page';
import { t } from '@/lib/model/language/t';
import { useBrake } from './live-provider';

/** The moment of the past that the page shows, as its address says; null: the page shows now. */
export function usePast(): string | null {
  const asOf = useSearchParams().get('asOf');
  return isPastPage(usePathname()) ? asOf : null;
}

/** Nothing is read again while the page shows the past, and the top bar says why. */
export function usePastBrake(): void {
  useBrake(usePast() !== null, t('Showing the past'));
}
