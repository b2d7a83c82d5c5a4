import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SETTINGS_LIST } from '../list';
import { renderSettings } from '../pages';
import { titled } from '@/lib/console/pages/language';
import { msg } from '@/lib/model/language/t';

interface SettingsPageProps {
  readonly params: Promise<{ readonly page: string }>;
}

export async function generateMetadata({ params }: SettingsPageProps): Promise<Metadata> {
  const { page } = await params;
  return titled(SETTINGS_LIST.find(({ slug }) => slug === page)?.tab ?? msg('Settings'))();
}

export default async function SettingsPage({ params }: SettingsPageProps) {
  return (await renderSettings((await params).page, { areas: ['settings'] })) ?? notFound();
}
