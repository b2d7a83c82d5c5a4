'use client';

import { typeWord } from '@/components/parts/names';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { BrokersBanner } from '@/components/clusters/brokers-banner';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { DeleteTopicDialog } from '@/components/topics/delete-topic-dialog';
import { DecoderPanel } from '@/components/topics/decoder-panel';
import { TestMessageDialog } from '@/components/topics/test-message-dialog';
import { typeSentences } from '@/components/topics/topic.model';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { PageHeader } from '@/components/ui/page-header';
import { Tag } from '@/components/ui/tag';
import { usePush } from '@/components/ui/use-push';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import type { MessageType } from '@/lib/model/topic/topic';
import { EditTopicDialog } from './edit-topic-dialog';
import { FiguresPanels } from './figures-panel';
import { ScheduledPanel } from './scheduled-panel';
import { BrokerTopicTabs } from '@/components/clusters/topic-tabs';
import { rightsWords } from './topic-words.model';
import { t } from '@/lib/model/language/t';
import { enumerated, listOf } from '@/lib/model/language/list';

type Topic = ReadData<'brokerTopic'>;
type Part = Topic['parts'][number];

interface BrokerTopicProps {
  readonly initial: ReadResult<Topic>;
  readonly mayNotChange: string | null;
  readonly mayNotSend: string | null;
  readonly mayNotSkip: string | null;
}

/** One topic of an attached cluster, broker by broker, with its figures and the groups that read it. */
export function BrokerTopic({ initial, mayNotChange, mayNotSend, mayNotSkip }: BrokerTopicProps) {
  const [asked, setAsked] = useState<'edit' | 'send' | 'delete' | null>(null);
  const push = usePush();
  const query = useLiveQuery('brokerTopic', { topic: initial.data.name }, { initial, live: { kinds: ['topic'] } });
  const topic = query.data ?? initial.data;
  const { name, parts, differs, missingOn, silent, answered } = topic;
  const types = [...new Set(parts.map(({ messageType }) => messageType))];
  const [type = 'UNSPECIFIED'] = types;
  const isUneven = differs || missingOn.length > 0;
  return (
    <>
      <PageHeader
        title={name}
        marks={
          <>
            <CopyButton text={name} label={t('Copy the name')} />
            <Tag>{listOf(types.map(typeWord))}</Tag>
            <Tag>
              {t('{count, plural, one {# queue} other {# queues}}', {
                count: parts.reduce((sum, { writeQueues }) => sum + writeQueues, 0),
              })}
            </Tag>
          </>
        }
        actions={
          <>
            <Button icon={Send} disabledReason={mayNotSend} onClick={() => setAsked('send')}>
              {t('Send a test message…')}
            </Button>
            <Button
              icon={Pencil}
              variant={isUneven ? 'primary' : 'default'}
              disabledReason={mayNotChange}
              onClick={() => setAsked('edit')}
            >
              {isUneven ? t('Make equal…') : t('Edit…')}
            </Button>
            <OverflowMenu
              label={t('More actions for {name}', { name })}
              entries={[
                {
                  label: t('Delete topic…'),
                  icon: Trash2,
                  danger: true,
                  disabledReason: mayNotChange,
                  onSelect: () => setAsked('delete'),
                },
              ]}
            />
          </>
        }
      >
        {type === 'MIXED'
          ? t('Accepts messages of every type.')
          : type === 'UNSPECIFIED'
            ? t('Created without a type: proxies accept messages of every type.')
            : t(typeSentences[type])}
      </PageHeader>
      <BrokerTopicTabs topic={name} />
      <BrokersBanner answered={answered.length} silent={silent} />
      <section className="panel">
        <header>
          <h2>{isUneven ? t('Brokers differ') : t('Settings on the brokers')}</h2>
          <span className="small text-3">
            {isUneven ? t('a topic should be the same on all brokers') : t('the same on all brokers that responded')}
          </span>
        </header>
        {missingOn.length === 0 ? null : (
          <Banner tone="warning">
            {t('The topic is missing on {brokers}: producers and groups use the other brokers only.', {
              brokers: listOf(missingOn),
            })}
          </Banner>
        )}
        <DataTable
          label={t('{name} on each broker', { name })}
          columns={columnsOf()}
          rows={parts}
          rowId={({ broker }) => broker}
          problem={readProblem(query)}
          empty={null}
        />
      </section>
      <FiguresPanels topic={name} mayNotSkip={mayNotSkip} />
      <ScheduledPanel topic={name} />
      <DecoderPanel topic={name} mayNotChange={mayNotChange} />
      {asked === 'edit' ? <EditTopicDialog topic={topic} onClose={() => setAsked(null)} onDone={query.retry} /> : null}
      {asked === 'delete' ? (
        <DeleteTopicDialog topic={name} onClose={() => setAsked(null)} onDone={() => push('/topics')} />
      ) : null}
      {asked === 'send' ? (
        <TestMessageDialog topics={[{ name, messageType: plainType(type) }]} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}

/** For the form of a test message: a type without a rule of its own is sent as a normal message. */
function plainType(type: Part['messageType']): MessageType {
  return type === 'MIXED' || type === 'UNSPECIFIED' ? 'NORMAL' : type;
}

const columnsOf = (): readonly Column<Part>[] => [
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => <b>{broker}</b> },
  { id: 'type', header: t('Type'), cell: ({ messageType }) => messageType },
  {
    id: 'queues',
    header: t('Queues'),
    align: 'end',
    cell: ({ readQueues, writeQueues }) =>
      readQueues === writeQueues
        ? writeQueues
        : t('{write, number} for writing, {read, number} for reading', { write: writeQueues, read: readQueues }),
  },
  { id: 'rights', header: t('Permissions'), cell: (part) => <span className="text-2">{rightsWords([part])}</span> },
  {
    id: 'attributes',
    header: t('Attributes'),
    hideNarrow: true,
    cut: true,
    cell: ({ attributes }) => (
      <span className="text-3 mono">
        {enumerated(Object.entries(attributes).map(([key, value]) => `${key}=${value}`))}
      </span>
    ),
  },
];
