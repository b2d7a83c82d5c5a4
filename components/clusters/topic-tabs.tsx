'use client';

import { useHere } from '@/components/live/use-here';
import { topicHref } from '@/components/parts/names';
import { TabLinks } from '@/components/ui/tabs';

/** The pages of a topic of an attached cluster. */
export function BrokerTopicTabs({ topic }: { readonly topic: string }) {
  const here = useHere();
  const tabs = [
    { href: here(topicHref(topic)), label: 'Overview' },
    { href: here(topicHref(topic, 'messages')), label: 'Messages' },
    { href: here(topicHref(topic, 'connect')), label: 'Connect' },
  ];
  return <TabLinks label={`Pages of ${topic}`} tabs={tabs} />;
}
