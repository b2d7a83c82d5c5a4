import type { ReactNode } from 'react';
import { groupHref } from '@/components/parts/names';
import { inWorkspace } from '@/lib/model/workspace';
import type { TabLink } from '@/components/ui/tabs';
import { t } from '@/lib/model/language/t';

/** The pages of a group that an attached cluster offers. */
export function clusterTabsOf(
  name: string,
  workspace: string,
  clients: { readonly count?: ReactNode } = {},
): TabLink[] {
  return [
    { href: groupHref(name, '', workspace), label: t('Backlog') },
    { href: inWorkspace(workspace, `/dead-letters?group=${encodeURIComponent(name)}`), label: t('Dead letters') },
    { href: groupHref(name, 'clients', workspace), label: t('Clients'), ...clients },
    { href: groupHref(name, 'config', workspace), label: t('Configuration') },
    { href: groupHref(name, 'history', workspace), label: t('History') },
  ];
}
