import type { ReactNode } from 'react';
import { SETTING_PAGES } from '@/components/settings/setting-pages';
import { TabLinks } from '@/components/ui/tabs';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/auth/permission';
import { requirePermission } from '@/lib/console/http/session';

export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const principal = await requirePermission('account:use');
  const tabs = [
    { href: '/settings', label: 'My account' },
    ...(can(principal, 'user:manage') ? [{ href: '/settings/users', label: 'Users' }] : []),
    ...(can(principal, 'team:read') ? [{ href: '/settings/teams', label: 'Teams' }] : []),
    ...(can(principal, 'token:manage') ? [{ href: '/settings/tokens', label: 'API tokens' }] : []),
    ...(can(principal, 'access-key:manage') ? [{ href: '/settings/access-keys', label: 'Access keys' }] : []),
    ...(can(principal, 'cluster:manage') ? [{ href: '/settings/clusters', label: 'Clusters' }] : []),
    ...(can(principal, 'settings:read')
      ? Object.values(SETTING_PAGES).map(({ slug, tab }) => ({ href: `/settings/${slug}`, label: tab }))
      : []),
    ...(can(principal, 'settings:write') ? [{ href: '/settings/security', label: 'Security' }] : []),
    ...(can(principal, 'settings:read') ? [{ href: '/settings/practice', label: 'Practice' }] : []),
  ];
  return (
    <>
      <PageHeader title="Settings" />
      <TabLinks label="Settings" tabs={tabs} />
      {children}
    </>
  );
}
