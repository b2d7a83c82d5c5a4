'use client';

import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { type TabLink, TabLinks } from '@/components/ui/tabs';
import { Tag } from '@/components/ui/tag';
import type { TopicView } from '@/lib/console/operations/topics/views';
import type { ReadResult } from '@/lib/model/read-result';
import { TopicActions } from './topic-actions';
import { topicHref, typeWord } from '@/components/parts/names';
import { typeSentences } from './topic.model';
import { t } from '@/lib/model/language/t';

/** What stays in place on every page of a topic: name, type, tabs. */
export function TopicFrame({
  initial,
  mayNotSend,
  mayNotChange,
  children,
}: {
  readonly initial: ReadResult<TopicView>;
  readonly mayNotSend: string | null;
  readonly mayNotChange: string | null;
  readonly children: ReactNode;
}) {
  const topic = initial.data;
  return (
    <>
      <PageHeader
        title={topic.name}
        actions={
          <TopicActions
            topic={topic.name}
            messageType={topic.messageType}
            queues={topic.queues.length}
            mayNotSend={mayNotSend}
            mayNotChange={mayNotChange}
          />
        }
        marks={
          <>
            <CopyButton text={topic.name} label={t('Copy the name')} />
            <Tag>{typeWord(topic.messageType)}</Tag>
            <Tag>{t('{count, plural, one {# queue} other {# queues}}', { count: topic.queues.length })}</Tag>
          </>
        }
      >
        {t(typeSentences[topic.messageType])}
      </PageHeader>
      <TabLinks label={t('Pages of {name}', { name: topic.name })} tabs={tabsOf(topic)} />
      {children}
    </>
  );
}

/** Pages that only one type of topic has are added here. */
function tabsOf({ name, messageType }: TopicView): TabLink[] {
  const shared = [
    { href: topicHref(name), label: t('Overview') },
    { href: topicHref(name, 'messages'), label: t('Messages') },
  ];
  const connect = { href: topicHref(name, 'connect'), label: t('Connect') };
  switch (messageType) {
    case 'DELAY':
      return [...shared, { href: `${topicHref(name)}/scheduled`, label: t('Scheduled') }, connect];
    case 'TRANSACTION':
      return [...shared, { href: `${topicHref(name)}/transactions`, label: t('Transactions') }, connect];
    case 'LITE':
      return [...shared, { href: `${topicHref(name)}/lite-topics`, label: t('Lite topics') }, connect];
    default:
      return [...shared, connect];
  }
}
