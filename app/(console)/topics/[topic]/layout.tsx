import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { TopicFrame } from '@/components/topics/topic-frame';
import { classicHref, findClassicPlace } from '@/lib/console/classic-name';
import { consoleContext } from '@/lib/console/context';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { topicRead } from '@/lib/console/queries/topic';
import { requirePermission } from '@/lib/console/session';

interface TopicLayoutProps {
  readonly params: Promise<{ topic: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: TopicLayoutProps): Promise<Metadata> {
  return { title: segmentName((await params).topic) };
}

export default async function TopicLayout({ params, children }: TopicLayoutProps) {
  const principal = await requirePermission('topic:read');
  const topic = segmentName((await params).topic);
  const place = await findClassicPlace(consoleContext(principal), topic);
  if (place !== null) redirect(classicHref(place));
  return <TopicFrame initial={await orNotFound(topicRead.load({ topic }))}>{children}</TopicFrame>;
}
