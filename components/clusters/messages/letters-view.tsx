'use client';

import { Key } from 'lucide-react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { messageHref, shorten } from '@/components/parts/names';
import { ReadProblem } from '@/components/live/read-problem';
import { useHere } from '@/components/live/use-here';
import { useLiveQuery } from '@/components/live/use-live-query';
import { BodyPanel } from '@/components/messages/body-panel';
import { Headers } from '@/components/messages/facts-panels';
import { TextFact } from '@/components/messages/text-fact';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { Tag } from '@/components/ui/tag';
import type { LettersOfMessage } from '@/lib/console/operations/dead-letters/views';
import type { ReadResult } from '@/lib/model/read-result';
import { CopiesPanel } from './copies-panel';
import { LetterError, LetterFacts } from '@/components/dead-letters/cluster/letter-facts';
import { chooseLetter } from '@/components/dead-letters/cluster/letter.model';
import { between, t } from '@/lib/model/language/t';

interface LettersViewProps {
  readonly id: string;
  readonly initial: ReadResult<LettersOfMessage>;
}

/** The page of a message of a cluster: why it was dead-lettered, its body, and where the brokers have it. */
export function LettersView({ id, initial }: LettersViewProps) {
  const url = useUrlParams();
  const message = useLiveQuery('letter', { id }, { initial, live: { kinds: ['dead-letter', 'message'] } });
  const { letters, bodyNotAllowed } = message.data ?? initial.data;
  const chosen = url.get('letter');
  const letter = letters.find((each) => String(each.id) === chosen) ?? chooseLetter(letters, url.get('group'));
  const here = useHere();
  const group = letter?.group ?? url.get('group');
  const above =
    group === undefined
      ? [{ href: here('/messages'), label: t('Messages') }]
      : [
          { href: here('/dead-letters'), label: t('Dead letters') },
          { href: here(`/dead-letters?group=${encodeURIComponent(group)}`), label: group },
        ];
  useCrumbs([...above, { href: here(messageHref(id)), label: shorten(id) }]);
  const key = letter?.place.messageGroup ?? letter?.place.keys[0];
  return (
    <>
      <PageHeader
        title={
          <span className="row row-tight">
            <span className="mono">{id}</span>
            <CopyButton text={id} label={t('Copy the message ID')} />
          </span>
        }
        marks={
          letter === null ? null : (
            <>
              <Tag>{t('dead letter')}</Tag>
              <Tag>{letter.topic}</Tag>
              {letter.place.tag === null ? null : <Tag>{letter.place.tag}</Tag>}
              {key === undefined ? null : <Tag icon={Key}>{key}</Tag>}
            </>
          )
        }
      />
      <ReadProblem error={message.error} onRetry={message.retry} />
      {letter === null ? (
        <section className="panel">
          <EmptyState kind="none-in-range" title={t('No dead letter with this message ID')}>
            {t(
              `This console has no dead letter of this message: the message did not move to a DLQ of this cluster, its
              dead letter has expired, or its broker has not been read yet.`,
            )}
          </EmptyState>
        </section>
      ) : (
        <>
          {letters.length < 2 ? null : (
            <Segmented
              label={t('Dead letter')}
              value={String(letter.id)}
              onChange={(value) => url.set({ letter: value })}
              options={letters.slice(0, 6).map((each) => ({
                value: String(each.id),
                label: `${each.group}${between(',')}${each.broker} @${each.offset}`,
              }))}
            />
          )}
          <div className="split split-main">
            <div className="col col-wide">
              <section className="panel">
                <header>
                  <h2>{t('Dead letter')}</h2>
                </header>
                <LetterFacts letter={letter} />
              </section>
              <section className="panel">
                <header>
                  <h2>{t('Error')}</h2>
                </header>
                <div className="panel-body">
                  <LetterError letter={letter} />
                </div>
              </section>
              <Noted system={letter.system} />
            </div>
            <div className="col col-wide">
              <BodyPanel key={letter.id} messageId={id} place={letter.place} notAllowed={bodyNotAllowed} />
              <Headers place={letter.place} />
            </div>
          </div>
        </>
      )}
      <CopiesPanel key={url.get('topic')} id={id} topic={url.get('topic')} />
    </>
  );
}

function Noted({ system }: { readonly system: readonly (readonly [string, string])[] }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('System properties')}</h2>
        <span className="small text-3">{t('as recorded by brokers and clients')}</span>
      </header>
      <dl className="facts panel-body">
        {system.map(([name, value]) => (
          <TextFact key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  );
}
