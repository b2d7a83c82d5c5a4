'use client';

import type { UrlParams } from '@/components/data-table/use-url-params';
import { useLiveQuery } from '@/components/live/use-live-query';
import { messageHref } from '@/components/parts/names';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Time, ZoneName } from '@/components/ui/time';
import { Link } from '@/components/ui/link';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import type { ReadResult } from '@/lib/model/read-result';
import { FoundTable } from './found-table';
import { nextSteps, type Searched } from './found.model';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { between, pieces, t } from '@/lib/model/language/t';

interface FoundPanelProps {
  readonly url: UrlParams;
  readonly searched: Searched;
  readonly initial: ReadResult<FoundPage>;
}

/** What a search found, or what to try next. */
export function FoundPanel({ url, searched, initial }: FoundPanelProps) {
  const { q, property, topic, from, to, state } = searched;
  const found = useLiveQuery(
    'foundMessages',
    { q, property, topic, from, to, state, cursor: url.get('cursor') },
    { initial, live: { kinds: ['message', 'dead-letter', 'redrive', 'topic'] } },
  );
  return (
    <section className="panel" aria-label={t('Messages found')}>
      <header>
        <h2>
          {q === ''
            ? property === ''
              ? t('Messages of {topic}', { topic })
              : t('Messages with this property')
            : t('Messages found')}
        </h2>
        <span className="small text-2 clip mono">{q === '' ? property : q}</span>
        <span className="small text-3">{t('newest first')}</span>
      </header>
      <FoundTable
        found={found}
        url={url}
        label={t('Messages found')}
        oneTopic={topic !== ''}
        empty={<Miss url={url} searched={searched} found={found.data ?? initial.data} />}
      />
    </section>
  );
}

interface MissProps {
  readonly url: UrlParams;
  readonly searched: Searched;
  readonly found: FoundPage;
}

function Miss({ url, searched, found }: MissProps) {
  const steps = nextSteps(searched);
  if (found.refusal !== null)
    return (
      <EmptyState kind="filtered-out" title={t('Search unavailable')}>
        {found.refusal}
      </EmptyState>
    );
  return (
    <EmptyState
      kind={steps.length === 0 ? 'none-in-range' : 'filtered-out'}
      title={t('No messages found')}
      action={
        <span className="row wrap">
          {steps.map(({ label, patch }) => (
            <ButtonLink key={label} href={url.href({ ...patch, cursor: undefined })} size="small">
              {label}
            </ButtonLink>
          ))}
          {found.expired === null ? null : (
            <ButtonLink href={messageHref(searched.q)} size="small">
              {t('Open the page of the message')}
            </ButtonLink>
          )}
        </span>
      }
    >
      {found.expired === null ? null : (
        <>
          <Said
            of={pieces('A dead letter with this ID expired at {time} {zone}.', {
              time: <Time at={found.expired} style="day-clock" />,
              zone: <ZoneName />,
            })}
          />
          {between()}
        </>
      )}
      {searched.q === ''
        ? t('Every message of this range was checked.')
        : steps.length === 0
          ? t('No message has this ID or key. IDs and keys must match exactly.')
          : t('No message with this ID or key matches these filters. IDs and keys must match exactly.')}
      {found.keptSince === null ? null : (
        <>
          {between()}
          <Said
            of={pieces(
              `The log goes back to {time} {zone}. Older messages are kept only while they are in progress or dead
              letters.`,
              { time: <Time at={found.keptSince} style="day-clock" />, zone: <ZoneName /> },
            )}
          />
        </>
      )}
      {found.similar.length === 0 ? null : (
        <>
          {between()}
          <Said
            of={pieces('Keys that begin with this text: {keys}.', { keys: <Similar keys={found.similar} url={url} /> })}
          />
        </>
      )}
    </EmptyState>
  );
}

function Similar({ keys, url }: { readonly keys: readonly string[]; readonly url: UrlParams }) {
  return keys.map((key, index) => (
    <span key={key}>
      {index === 0 ? '' : enumerated(['', ''])}
      <Link href={url.href({ q: key, cursor: undefined })} prefetch={false} className="mono underlined">
        {key}
      </Link>
    </span>
  ));
}
