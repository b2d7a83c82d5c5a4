'use client';

import type { ReactNode } from 'react';
import { useWorkspace } from '@/components/live/use-workspace';
import { PageHeader } from '@/components/ui/page-header';
import { type TabLink, TabLinks } from '@/components/ui/tabs';
import { groupHref } from '@/components/parts/names';
import { clusterTabsOf } from './cluster-tabs';

/** A group of which nothing could be read: the name of the address, and the pages that every group has. */
export function UnknownGroupFrame({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const workspace = useWorkspace();
  return (
    <>
      <PageHeader title={name} />
      <TabLinks label={`Pages of ${name}`} tabs={workspace === null ? tabsOf(name) : clusterTabsOf(name, workspace)} />
      {children}
    </>
  );
}

function tabsOf(name: string): TabLink[] {
  return [
    { href: groupHref(name), label: 'Overview' },
    { href: groupHref(name, 'retries'), label: 'Retries' },
    { href: `/dead-letters?group=${encodeURIComponent(name)}`, label: 'Dead letters' },
    { href: groupHref(name, 'clients'), label: 'Clients' },
    { href: groupHref(name, 'config'), label: 'Configuration' },
    { href: groupHref(name, 'history'), label: 'History' },
  ];
}
