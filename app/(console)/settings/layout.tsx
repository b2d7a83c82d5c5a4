import { User } from 'lucide-react';
import type { ReactNode } from 'react';
import { SettingsNav } from '@/components/settings/settings-nav';
import { Icon } from '@/components/ui/icon';
import { PageHeader } from '@/components/ui/page-header';
import { can, canEverywhere } from '@/lib/auth/permission';
import { requirePermission } from '@/lib/console/http/session';
import { isOfBroker } from '@/components/parts/nav.model';
import { isAttachOnly } from '@/lib/console/pages/attach-only';
import { accessCountsNow } from '@/lib/console/reads/settings';
import { SETTINGS_LIST } from './list';
import { t } from '@/lib/model/language/t';

export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const principal = await requirePermission('account:use');
  // The pages say why they cannot be read; their list does not need its numbers.
  const counts = await accessCountsNow().catch(() => null);
  const isOffered = (slug: string) => !isAttachOnly() || !isOfBroker(`/settings/${slug}`);
  const offered = SETTINGS_LIST.filter(({ slug, permission }) => can(principal, permission) && isOffered(slug));
  const pages = offered.map((page) => ({
    href: `/settings/${page.slug}`,
    section: page.section,
    label: t(page.tab),
    icon: <Icon of={page.icon} size={15} />,
    // In a team, a person sees some of them.
    count:
      page.counts === undefined || !canEverywhere(principal, page.permission) ? null : (counts?.[page.counts] ?? null),
  }));
  const own = {
    ...{ href: '/settings', section: 'you' as const, label: t('My account'), count: null },
    icon: <Icon of={User} size={15} />,
  };
  return (
    <>
      <PageHeader title={t('Settings')} />
      <SettingsNav pages={[own, ...pages]}>{children}</SettingsNav>
    </>
  );
}
