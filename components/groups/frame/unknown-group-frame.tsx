import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { groupHref } from '@/components/groups/group-href';

/** A group of which nothing could be read: the name of the address, and the pages that every group has. */
export function UnknownGroupFrame({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <PageHeader title={name} />
      <TabLinks
        label={`Pages of ${name}`}
        tabs={[
          { href: groupHref(name), label: 'Overview' },
          { href: groupHref(name, 'retries'), label: 'Retries' },
          { href: `/dead-letters?group=${encodeURIComponent(name)}`, label: 'Dead letters' },
          { href: groupHref(name, 'clients'), label: 'Clients' },
          { href: groupHref(name, 'config'), label: 'Configuration' },
          { href: groupHref(name, 'history'), label: 'History' },
        ]}
      />
      {children}
    </>
  );
}
