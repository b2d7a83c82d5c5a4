import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SETTINGS_PAGES } from '../pages';
import { titled } from '@/lib/console/pages/language';
import { msg } from '@/lib/model/language/t';

interface SettingsPageProps {
  readonly params: Promise<{ readonly page: string }>;
}

export async function generateMetadata({ params }: SettingsPageProps): Promise<Metadata> {
  return titled((await findPage(params))?.title ?? msg('Settings'))();
}

/** Its areas: ['settings'] come with the layout. */
export default async function SettingsPage({ params }: SettingsPageProps) {
  return (await findPage(params))?.render() ?? notFound();
}

async function findPage(params: SettingsPageProps['params']) {
  const { page } = await params;
  return SETTINGS_PAGES.find(({ slug }) => slug === page);
}
