import { formatCount } from '@/components/ui/number.model';

/** How far it is, and what that means for the name. */
export function deletionSays({ removed, counted }: Readonly<Record<'removed' | 'counted', number>>): string {
  const of = removed < counted ? ` of at least ${formatCount(counted)}` : '';
  return `Its data is being removed in the background: ${formatCount(removed)}${of} rows so far. The name is free.`;
}
