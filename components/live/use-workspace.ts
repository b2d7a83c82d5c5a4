'use client';

import { usePathname } from 'next/navigation';
import { workspaceOf } from '@/lib/model/workspace';

/** The attached cluster that the page is about, as its address says; null: this installation. */
export function useWorkspace(): string | null {
  return workspaceOf(usePathname());
}
