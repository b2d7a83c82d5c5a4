'use client';

import { Pause, Play, Split, X } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time, ZoneName } from '@/components/ui/time';
import { endRedirectAction, pauseRedirectAction, resumeRedirectAction } from '@/lib/console/actions/redrives';
import type { RedirectsPage, RedirectView } from '@/lib/console/operations/redirects/views';
import { redriveName } from '@/lib/model/redrive/redrive';
import type { ReadResult } from '@/lib/model/read-result';
import {
  controlWords,
  endWords,
  scopeWords,
  stateWords,
  staysWords,
  topicWords,
  waitingWords,
} from './redirects.model';
import { msg, pieces, quoted, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface Asked {
  readonly row: RedirectView;
  readonly verb: keyof typeof ACTIONS;
}

const ACTIONS = { pause: pauseRedirectAction, resume: resumeRedirectAction, end: endRedirectAction };
const LABELS = { pause: msg('Pause…'), resume: msg('Resume…'), end: msg('End…') };
const NAMED = { pause: msg('Pause {name}'), resume: msg('Resume {name}'), end: msg('End {name}') } as const;
const TITLES = { pause: msg('Pause {name}?'), resume: msg('Resume {name}?'), end: msg('End {name}?') } as const;

function columnsOf(notAllowed: string | null, ask: (asked: Asked) => void): readonly Column<RedirectView>[] {
  return [
    { id: 'name', header: t('Redirect'), cell: (row) => row.name },
    { id: 'state', header: t('State'), cell: (row) => <State row={row} /> },
    { id: 'group', header: t('Group'), cell: (row) => row.group },
    { id: 'scope', header: t('Scope'), clip: true, hideNarrow: true, cell: scopeWords },
    { id: 'topic', header: t('To topic'), cell: topicWords },
    { id: 'sent', header: t('Messages sent'), align: 'end', cell: (row) => formatCount(row.sent) },
    { id: 'waiting', header: t('Waiting'), align: 'end', hideNarrow: true, cell: waitingWords },
    {
      id: 'stays',
      header: t('Left out'),
      clip: true,
      hideNarrow: true,
      cell: (row) => staysWords(row) ?? <span className="text-3">—</span>,
    },
    {
      id: 'run',
      header: t('Last re-drive'),
      hideNarrow: true,
      cell: ({ runId }) =>
        runId === null ? (
          <span className="text-3">—</span>
        ) : (
          <Link href={`/redrives/${runId}`}>{redriveName(runId)}</Link>
        ),
    },
    {
      id: 'until',
      header: <Said of={pieces('Ends, {zone}', { zone: <ZoneName /> })} />,
      align: 'end',
      cell: (row) => <Time at={row.until} />,
    },
    {
      id: 'reason',
      header: t('Created by and reason'),
      clip: true,
      hideNarrow: true,
      cell: (row) => (
        <span title={row.reason}>
          {row.createdBy} <span className="text-3">{quoted(row.reason)}</span>
        </span>
      ),
    },
    { id: 'act', header: t('Actions'), cell: (row) => <Controls row={row} notAllowed={notAllowed} ask={ask} /> },
  ];
}

function State({ row }: { readonly row: RedirectView }) {
  const { word, more, tone } = stateWords(row);
  return (
    <span title={more ?? undefined}>
      <span className={tone === 'plain' ? undefined : `fg-${tone}`}>{word}</span>
      {more === null ? null : <span className="text-2"> {more}</span>}
    </span>
  );
}

interface ControlsProps {
  readonly row: RedirectView;
  readonly notAllowed: string | null;
  readonly ask: (asked: Asked) => void;
}

function Controls({ row, notAllowed, ask }: ControlsProps) {
  if (row.state === 'ended') return <span className="text-3">—</span>;
  const verb = row.state === 'active' ? 'pause' : 'resume';
  return (
    <span className="row row-tight">
      {([verb, 'end'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          icon={each === 'end' ? X : each === 'pause' ? Pause : Play}
          aria-label={t(NAMED[each], { name: row.name })}
          onClick={() => ask({ row, verb: each })}
          disabledReason={notAllowed}
        >
          {t(LABELS[each])}
        </Button>
      ))}
    </span>
  );
}

/** Redirects with their state; the ones that paused by themselves first of all. */
export function RedirectsView({ initial }: { readonly initial: ReadResult<RedirectsPage> }) {
  const url = useUrlParams();
  const group = url.get('group');
  const query = useLiveQuery('redirects', { group }, { initial, live: { kinds: ['redrive', 'dead-letter'] } });
  const { items, more, controlNotAllowed } = query.data ?? initial.data;
  const end = endWords({ items, more });
  const [asked, setAsked] = useState<Asked | null>(null);
  const stopped = items.filter(({ state, stoppedItself }) => state === 'paused' && stoppedItself);
  const [first] = stopped;
  return (
    <>
      <PageHeader
        title={t('Redirects')}
        actions={
          group === undefined ? null : (
            <ButtonLink href="/redirects" size="small">
              {t('Show all groups')}
            </ButtonLink>
          )
        }
      >
        {group === undefined
          ? t('Each redirect sends new dead letters of a group to another topic, with a canary and until an end date.')
          : t(
              'Each redirect sends new dead letters of {group} to another topic, with a canary and until an end date.',
              {
                group,
              },
            )}
      </PageHeader>
      {first === undefined ? null : (
        <SentenceBar
          label={t('Paused automatically')}
          tone="danger"
          icon={Split}
          sentence={
            stopped.length === 1
              ? t('{name} has paused automatically: {reason}.', {
                  name: first.name,
                  reason: first.stateWhy ?? t('reason unknown'),
                })
              : t('{count, number} redirects have paused automatically.', { count: stopped.length })
          }
          detail={t('Dead letters stay in the DLQ. {name}: {group} to {topic}.', {
            ...{ name: first.name, group: first.group, topic: topicWords(first) },
          })}
        />
      )}
      <section className="panel">
        <DataTable
          label={t('Redirects')}
          columns={columnsOf(controlNotAllowed, setAsked)}
          rows={query.data?.items}
          rowId={(row) => String(row.redirectId)}
          problem={readProblem(query)}
          empty={
            <EmptyState
              kind="none-ever"
              title={group === undefined ? t('No redirect yet') : t('No redirect of {group}', { group })}
              action={
                <ButtonLink href="/dead-letters" size="small">
                  {t('Show the dead letters')}
                </ButtonLink>
              }
            >
              {t('Filter the dead letters by a group, then choose Redirect automatically.')}
            </EmptyState>
          }
        />
        {end === null ? null : <p className="small text-2">{end}</p>}
      </section>
      {asked === null ? null : <Ask {...asked} onClose={() => setAsked(null)} onDone={query.retry} />}
    </>
  );
}

interface AskProps extends Asked {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Ask({ row, verb, onClose, onDone }: AskProps) {
  const { name } = row;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(TITLES[verb], { name })}
      confirmLabel={t(NAMED[verb], { name })}
      danger={verb === 'end'}
      requireReason
      initialReason=""
      run={({ reason }) => ACTIONS[verb]({ id: name, reason })}
      onDone={onDone}
    >
      {controlWords(row, verb)}
    </ConfirmDialog>
  );
}
