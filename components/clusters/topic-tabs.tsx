'use client';

import { useHere } from '@/components/live/use-here';
import { topicHref } from '@/components/parts/names';
import { TabLinks } from '@/components/ui/tabs';
import { t } from '@/lib/model/language/t';

/** The pages of a topic of an attached cluster. */
export function BrokerTopicTabs({ topic }: { readonly topic: string }) {
  const here = useHere();
  const tabs = [
    { href: here(topicHref(topic)), label: t('Overview') },
    { href: here(topicHref(topic, 'messages')), label: t('Messages') },
    { href: here(topicHref(topic, 'connect')), label: t('Connect') },
  ];
  return <TabLinks label={t('Pages of {topic}', { topic })} tabs={tabs} />;
}
