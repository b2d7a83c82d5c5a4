'use client';

import { inWorkspace } from '@/lib/model/workspace';
import { useWorkspace } from './use-workspace';

/** An address of the workspace that the page is of: "/dead-letters" is "/c/eu-prod/dead-letters" in eu-prod. */
export function useHere(): (href: string) => string {
  const workspace = useWorkspace();
  return (href) => inWorkspace(workspace, href);
}
