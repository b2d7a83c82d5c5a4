import type { ReactNode } from 'react';
import { TabLinks } from '@/components/ui/tabs';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/auth/permission';
import { requirePermission } from '@/lib/console/http/session';
import { SETTINGS_PAGES } from './pages';

export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const principal = await requirePermission('account:use');
  const tabs = [
    { href: '/settings', label: 'My account' },
    ...SETTINGS_PAGES.filter(({ permission }) => can(principal, permission)).map(({ slug, tab }) => ({
      href: `/settings/${slug}`,
      label: tab,
    })),
  ];
  return (
    <>
      <PageHeader title="Settings" />
      <TabLinks label="Settings" tabs={tabs} />
      {children}
    </>
  );
}
