'use client';

import { UserCheck } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { plural } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time, ZoneName } from '@/components/ui/time';
import type { ApprovalsPage, ApprovalView } from '@/lib/console/operations/approvals/views';
import { approvalName } from '@/lib/model/approval/approval';
import type { ReadResult } from '@/lib/model/read-result';
import { ApprovalDetail } from './approval-detail';
import { sentenceOf, stateWords } from './approvals.model';

const columns: readonly Column<ApprovalView>[] = [
  { id: 'name', header: 'Request', cell: (row) => approvalName(row.approvalId) },
  { id: 'what', header: 'Change', cell: sentenceOf },
  { id: 'asked', header: 'Asked by', cell: (row) => row.askedBy },
  {
    id: 'reason',
    header: 'Reason',
    clip: true,
    hideNarrow: true,
    cell: (row) => <span title={row.reason}>{row.reason}</span>,
  },
  {
    id: 'expires',
    header: (
      <>
        Expires, <ZoneName />
      </>
    ),
    align: 'end',
    hideNarrow: true,
    cell: (row) => <Time at={row.expiresAt} />,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => (
      <>
        {stateWords(row.state)}
        {row.outcome === null || row.outcome === '' ? null : <span className="text-3"> {row.outcome}</span>}
      </>
    ),
  },
  {
    id: 'decided',
    header: 'Decided by',
    hideNarrow: true,
    cell: (row) => row.decidedBy ?? <span className="text-3">—</span>,
  },
];

interface ApprovalsViewProps {
  readonly initial: ReadResult<ApprovalsPage>;
  /** The account that looks. */
  readonly me: string;
}

/** Changes that are too large for one person: the open ones with their plan, and what was decided. */
export function ApprovalsView({ initial, me }: ApprovalsViewProps) {
  const url = useUrlParams();
  const query = useLiveQuery('approvals', {}, { initial, live: { kinds: ['setting'] } });
  const { items, decideNotAllowed } = query.data ?? initial.data;
  const open = items.filter(({ state }) => state === 'open');
  const named = url.get('id') ?? '';
  // Never another one than the address says, under the same button.
  const chosen = named === '' ? open[0] : items.find(({ approvalId }) => String(approvalId) === named);
  return (
    <>
      <PageHeader title="Approvals">
        Large re-drives, discards, offset resets and moves to the DLQ wait here for a second person.
      </PageHeader>
      {open.length === 0 ? null : (
        <SentenceBar
          label="Waiting"
          tone="waiting"
          icon={UserCheck}
          sentence={`${plural(open.length, 'change')} ${open.length === 1 ? 'waits' : 'wait'} for a second person.`}
          detail="None of it has been done. The person who asked cannot approve."
        />
      )}
      {named !== '' && chosen === undefined ? (
        <Banner tone="info">{approvalName(Number(named))} is not in this list.</Banner>
      ) : null}
      {chosen === undefined ? null : (
        <ApprovalDetail key={chosen.approvalId} row={chosen} me={me} notAllowed={decideNotAllowed} />
      )}
      <section className="panel">
        <header>
          <h2>Requests</h2>
        </header>
        <DataTable
          label="Requests"
          columns={columns}
          rows={query.data?.items}
          rowId={(row) => String(row.approvalId)}
          rowHref={(row) => `/approvals?id=${row.approvalId}`}
          problem={readProblem(query)}
          empty={
            <EmptyState kind="none-ever" title="No change has needed a second person">
              An administrator says from how many messages on one is needed, in{' '}
              <Link href="/settings/approvals" className="underlined">
                Settings, Approvals
              </Link>
              .
            </EmptyState>
          }
        />
      </section>
    </>
  );
}
