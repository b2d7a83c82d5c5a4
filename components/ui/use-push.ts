'use client';

import { usePathname, useRouter } from 'next/navigation';
import { linkFrom, workspaceOf } from '@/lib/model/workspace';

/** Opens a page of the console, as a link to it on this page would. */
export function usePush(): (href: string) => void {
  const router = useRouter();
  const workspace = workspaceOf(usePathname());
  return (href) => router.push(linkFrom(workspace, href));
}
