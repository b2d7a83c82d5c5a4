import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { Spoken } from '@/components/language/spoken';
import { TopicFrame } from '@/components/topics/topic-frame';
import { BadAddress } from '@/components/ui/bad-address';
import { PageHeader } from '@/components/ui/page-header';
import { reasonAgainst } from '@/lib/auth/permission';
import { speechFor } from '@/lib/console/pages/language';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { classicHref } from '@/lib/model/classic-names';
import { loadPage } from '@/lib/console/pages/load-page';

interface TopicLayoutProps {
  readonly params: Promise<{ topic: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: TopicLayoutProps): Promise<Metadata> {
  return { title: segmentName((await params).topic) };
}

export default async function TopicLayout({ params, children }: TopicLayoutProps) {
  const topic = segmentName((await params).topic);
  const page = await loadPage('topic:read', async () => {
    const { data: place } = await orNotFound(reads.classicPlace.load({ topic }));
    if (place !== null) redirect(classicHref(place));
    return await orNotFound(reads.topic.load({ topic }));
  });
  if (page.kind === 'refused') return <BadAddress title={topic} refusal={page.refusal} href="/topics" />;
  if (page.kind === 'unanswered')
    return (
      <>
        <PageHeader title={topic} />
        {children}
      </>
    );
  return (
    <Spoken speech={await speechFor(['topics'])}>
      <TopicFrame
        initial={page.data}
        mayNotSend={reasonAgainst(page.principal, 'message:send')}
        mayNotChange={reasonAgainst(page.principal, 'topic:write')}
      >
        {children}
      </TopicFrame>
    </Spoken>
  );
}
