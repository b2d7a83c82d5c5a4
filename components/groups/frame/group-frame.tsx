'use client';

import { usePathname } from 'next/navigation';
import { ListOrdered, RadioTower } from 'lucide-react';
import { GroupActions } from './group-actions';
import { DifferingBanner } from './differing-banner';
import { PausedBanner } from './paused-banner';
import { StateBadge } from '@/components/ui/state-badge';
import type { ReactNode } from 'react';
import { TabLinks, type TabLink } from '@/components/ui/tabs';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePast } from '@/components/live/use-past';
import { useWorkspace } from '@/components/live/use-workspace';
import { BrokersBanner } from '@/components/clusters/brokers-banner';
import { PageHeader } from '@/components/ui/page-header';
import { ReadingValue } from '@/components/ui/reading';
import { Tag } from '@/components/ui/tag';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import type { ReadResult } from '@/lib/model/read-result';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { clusterTabsOf } from './cluster-tabs';
import { groupHref } from '@/components/parts/names';
import { StatesLine } from './states-line';
import { orderWords } from '@/lib/model/group/group-words';
import { t } from '@/lib/model/language/t';

const TOPICS_SHOWN = 3;

/** What stays in place on every page of a group: name, figures, tabs. */
export function GroupFrame({
  name,
  initial,
  notAllowed,
  children,
}: {
  readonly name: string;
  readonly initial: ReadResult<GroupHead>;
  /** Null: may pause, reset and delete it; else why not. */
  readonly notAllowed: string | null;
  readonly children: ReactNode;
}) {
  const head = useLiveQuery(
    'group',
    { group: name },
    { initial, live: { kinds: ['group', 'message', 'dead-letter', 'redrive', 'client', 'sample'], group: name } },
  );
  const shown = head.data ?? initial.data;
  const { group, figures, inBrokers, differing } = shown;
  const workspace = useWorkspace();
  // The overview has the states as tiles, below what failed.
  const isOverview = usePathname() === groupHref(name, '', workspace);
  // What the frame says is of now.
  const isPast = usePast() !== null;
  if (isPast)
    return (
      <>
        <PageHeader title={group.name} />
        {children}
      </>
    );
  const topics = figures.topics.slice(0, TOPICS_SHOWN);
  const more = figures.topics.length - topics.length;
  return (
    <>
      <PageHeader
        title={group.name}
        marks={
          <>
            {topics.map((topic) => (
              <Tag key={topic}>{t('topic {topic}', { topic })}</Tag>
            ))}
            {more > 0 ? (
              <Tag>{t('{count, plural, one {# more topic} other {# more topics}}', { count: more })}</Tag>
            ) : null}
            {group.messageModel === 'broadcasting' ? <Tag icon={RadioTower}>{t('Broadcast')}</Tag> : null}
            <Tag {...(group.deliveryOrder === 'ordered' ? { icon: ListOrdered } : {})}>
              {t(orderWords[group.deliveryOrder])}
            </Tag>
            {group.version === 0 ? null : <Tag>{t('config v{version, number}', { version: group.version })}</Tag>}
            {group.paused === null ? null : <StateBadge state="paused" />}
          </>
        }
        actions={<GroupActions {...{ group, figures, notAllowed }} onChanged={head.retry} />}
      >
        {group.description === '' ? undefined : group.description}
      </PageHeader>
      {isOverview ? null : <StatesLine head={shown} />}
      <PausedBanner paused={group.paused} />
      <DifferingBanner group={group.name} differing={differing} />
      {head.error === null ? null : (
        <section className="panel">
          <ReadProblem error={head.error} onRetry={head.retry} />
        </section>
      )}
      {inBrokers === null ? null : <BrokersBanner answered={inBrokers.settings.length} silent={inBrokers.silent} />}
      <TabLinks
        label={t('Pages of {name}', { name: group.name })}
        tabs={workspace === null ? tabsOf(group, figures) : clusterTabsOf(name, workspace, count(figures.clients))}
      />
      {children}
    </>
  );
}

function tabsOf(group: GroupHead['group'], figures: GroupHead['figures']): TabLink[] {
  const broadcast = group.messageModel === 'broadcasting';
  const dead = {
    href: `/dead-letters?group=${encodeURIComponent(group.name)}`,
    label: t('Dead letters'),
    ...count(figures.dead),
  };
  const rest = [
    { href: groupHref(group.name, 'clients'), label: t('Clients'), ...count(figures.clients) },
    { href: groupHref(group.name, 'config'), label: t('Configuration') },
    { href: groupHref(group.name, 'history'), label: t('History') },
  ];
  // Broadcast messages are not retried and do not die; letters of an earlier time as a sharing group stay reachable.
  if (broadcast)
    return [
      { href: groupHref(group.name), label: t('Overview') },
      ...(valueOrNull(figures.dead) === 0 ? [] : [dead]),
      ...rest,
    ];
  return [
    { href: groupHref(group.name), label: t('Overview') },
    ...(group.deliveryOrder === 'ordered'
      ? [{ href: groupHref(group.name, 'keys'), label: t('Blocked keys'), ...count(figures.blockedKeys) }]
      : []),
    { href: groupHref(group.name, 'retries'), label: t('Retries'), ...count(figures.waiting) },
    dead,
    ...rest,
  ];
}

function count(reading: Reading<number>): { count?: ReactNode } {
  return valueOrNull(reading) === 0 ? {} : { count: <ReadingValue reading={reading} /> };
}
