'use client';

import { linkFrom } from '@/lib/model/workspace';
import { useWorkspace } from './use-workspace';

/**
 * An address of the workspace that the page is of: "/dead-letters" is "/c/eu-prod/dead-letters" in eu-prod. Links and
 * usePush see to it themselves.
 */
export function useHere(): (href: string) => string {
  const workspace = useWorkspace();
  return (href) => linkFrom(workspace, href);
}
