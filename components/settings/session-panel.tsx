'use client';

import { t } from '@/lib/model/language/t';
import { DataTable } from '@/components/data-table/data-table';
import type { Column } from '@/components/data-table/columns';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time } from '@/components/ui/time';
import { endOtherSessionsAction, endSessionAction } from '@/lib/console/actions/own-account';
import type { SessionView } from '@/lib/console/reads/settings';
import type { ActionResult } from '@/lib/model/action-result';
import { describeAgent } from './agent.model';

interface SessionPanelProps {
  readonly sessions: readonly SessionView[];
  readonly currentSessionId: number | null;
}

/** Where the person is signed in. */
export function SessionPanel({ sessions, currentSessionId }: SessionPanelProps) {
  const refresh = useRefresh();
  const action = useAction();
  const run = (send: () => Promise<ActionResult<unknown>>) => action.run(send, () => void refresh());
  return (
    <section className="panel" aria-label={t('Sessions')}>
      <header>
        <h2>{t('Sessions')}</h2>
        <span className="small text-3 grow">{t('End after 30 min of inactivity, or after 12 h')}</span>
        <Button
          size="small"
          pending={action.pending}
          disabledReason={sessions.length > 1 ? null : t('There are no other sessions')}
          onClick={() => run(() => endOtherSessionsAction({}))}
        >
          {t('End all other sessions')}
        </Button>
      </header>
      <ActionFailurePart {...action} />
      <DataTable
        label={t('Sessions')}
        columns={columnsOf({
          currentSessionId,
          pending: action.pending,
          onEnd: (sessionId) => run(() => endSessionAction({ sessionId })),
        })}
        rows={sessions}
        rowId={({ sessionId }) => String(sessionId)}
        empty={null}
      />
    </section>
  );
}

interface ColumnsInput extends Pick<SessionPanelProps, 'currentSessionId'> {
  readonly pending: boolean;
  readonly onEnd: (sessionId: number) => void;
}

function columnsOf({ currentSessionId, pending, onEnd }: ColumnsInput): Column<SessionView>[] {
  return [
    {
      id: 'device',
      header: t('Device'),
      cell: ({ agent, sessionId }) => (
        <span className="row">
          <span className="clip" title={agent}>
            {describeAgent(agent)}
          </span>
          {sessionId === currentSessionId ? <Tag>{t('this session')}</Tag> : null}
        </span>
      ),
    },
    { id: 'from', header: t('Address'), cell: ({ address }) => address },
    {
      id: 'since',
      header: t('Signed in'),
      align: 'end',
      hideNarrow: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { id: 'used', header: t('Last used'), align: 'end', cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
    {
      id: 'end',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      width: '1px',
      cell: ({ sessionId }) =>
        sessionId === currentSessionId ? null : (
          <Button size="small" pending={pending} onClick={() => onEnd(sessionId)}>
            {t('End session')}
          </Button>
        ),
    },
  ];
}
