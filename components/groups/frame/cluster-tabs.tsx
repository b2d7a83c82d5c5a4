import type { ReactNode } from 'react';
import { groupHref } from '@/components/parts/names';
import { inWorkspace } from '@/lib/model/workspace';
import type { TabLink } from '@/components/ui/tabs';

/** The pages of a group that an attached cluster offers. */
export function clusterTabsOf(
  name: string,
  workspace: string,
  clients: { readonly count?: ReactNode } = {},
): TabLink[] {
  return [
    { href: groupHref(name, '', workspace), label: 'Backlog' },
    { href: inWorkspace(workspace, `/dead-letters?group=${encodeURIComponent(name)}`), label: 'Dead letters' },
    { href: groupHref(name, 'clients', workspace), label: 'Clients', ...clients },
    { href: groupHref(name, 'config', workspace), label: 'Configuration' },
    { href: groupHref(name, 'history', workspace), label: 'History' },
  ];
}
