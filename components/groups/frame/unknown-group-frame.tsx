'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useWorkspace } from '@/components/live/use-workspace';
import { PageHeader } from '@/components/ui/page-header';
import { type TabLink, TabLinks } from '@/components/ui/tabs';
import { groupHref } from '@/components/parts/names';
import { clusterTabsOf } from './cluster-tabs';
import { t } from '@/lib/model/language/t';

/** A group of which nothing could be read: the name of the address, and the pages that every group has. */
export function UnknownGroupFrame({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const workspace = useWorkspace();
  const page = usePathname();
  return (
    <>
      <PageHeader title={name} />
      <TabLinks
        label={t('Pages of {name}', { name })}
        tabs={workspace === null ? tabsOf(name, page) : clusterTabsOf(name, workspace)}
      />
      {children}
    </>
  );
}

function tabsOf(name: string, page: string): TabLink[] {
  const keys = groupHref(name, 'keys');
  return [
    { href: groupHref(name), label: t('Overview') },
    // Only an ordered group has it: who is on it came from one.
    ...(page === keys ? [{ href: keys, label: t('Blocked keys') }] : []),
    { href: groupHref(name, 'retries'), label: t('Retries') },
    { href: `/dead-letters?group=${encodeURIComponent(name)}`, label: t('Dead letters') },
    { href: groupHref(name, 'clients'), label: t('Clients') },
    { href: groupHref(name, 'config'), label: t('Configuration') },
    { href: groupHref(name, 'history'), label: t('History') },
  ];
}
