import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { consolePage } from '@/app/(console)/console-page';
import { findSettingPage } from '@/components/settings/setting-pages';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

interface SettingPageProps {
  readonly params: Promise<{ readonly setting: string }>;
}

export async function generateMetadata({ params }: SettingPageProps): Promise<Metadata> {
  return { title: findSettingPage((await params).setting)?.title ?? 'Settings' };
}

export default async function SettingPage({ params }: SettingPageProps) {
  const page = findSettingPage((await params).setting);
  if (page === null) notFound();
  const { name, slug, title, View } = page;
  return consolePage({
    permission: 'settings:read',
    title,
    href: `/settings/${slug}`,
    framed: true,
    parts: [title],
    load: () => reads.setting.load({ name }),
    show: (initial, principal) => <View initial={initial} mayNotEdit={reasonAgainst(principal, 'settings:write')} />,
  });
}
