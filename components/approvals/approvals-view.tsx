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
import { PageHeader } from '@/components/ui/page-header';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time, ZoneName } from '@/components/ui/time';
import type { ApprovalsPage, ApprovalView } from '@/lib/console/operations/approvals/views';
import { approvalName } from '@/lib/model/approval/approval';
import type { ReadResult } from '@/lib/model/read-result';
import { ApprovalDetail } from './approval-detail';
import { sentenceOf, stateWords } from './approvals.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

const columns = (): readonly Column<ApprovalView>[] => [
  { id: 'name', header: t('Request'), cell: (row) => approvalName(row.approvalId) },
  { id: 'what', header: t('Change'), cell: sentenceOf },
  { id: 'asked', header: t('Requested by'), cell: (row) => row.askedBy },
  {
    id: 'reason',
    header: t('Reason'),
    clip: true,
    hideNarrow: true,
    cell: (row) => <span title={row.reason}>{row.reason}</span>,
  },
  {
    id: 'expires',
    header: (
      <>
        <Said of={pieces('Expires, {zoneName}', { zoneName: <ZoneName /> })} />
      </>
    ),
    align: 'end',
    hideNarrow: true,
    cell: (row) => <Time at={row.expiresAt} />,
  },
  {
    id: 'state',
    header: t('State'),
    cell: (row) => (
      <>
        {stateWords(row.state)}
        {row.outcome === null || row.outcome === '' ? null : <span className="text-3"> {row.outcome}</span>}
      </>
    ),
  },
  {
    id: 'decided',
    header: t('Decided by'),
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
      <PageHeader title={t('Approvals')}>
        {t('Large re-drives, discards, offset resets and moves to the DLQ wait here for approval by a second person.')}
      </PageHeader>
      {open.length === 0 ? null : (
        <SentenceBar
          label={t('Waiting for approval')}
          tone="waiting"
          icon={UserCheck}
          sentence={t('{open, plural, one {# change is} other {# changes are}} waiting for a second person.', {
            open: open.length,
          })}
          detail={t('None of them has been made. The person who requested a change cannot approve it.')}
        />
      )}
      {named !== '' && chosen === undefined ? (
        <Banner tone="info">{t('{named} is not in this list.', { named: approvalName(Number(named)) })}</Banner>
      ) : null}
      {chosen === undefined ? null : (
        <ApprovalDetail key={chosen.approvalId} row={chosen} me={me} notAllowed={decideNotAllowed} />
      )}
      <section className="panel">
        <header>
          <h2>{t('Requests')}</h2>
        </header>
        <DataTable
          label={t('Requests')}
          columns={columns()}
          rows={query.data?.items}
          rowId={(row) => String(row.approvalId)}
          rowHref={(row) => `/approvals?id=${row.approvalId}`}
          problem={readProblem(query)}
          empty={
            <EmptyState kind="none-ever" title={t('No change has needed a second person')}>
              <Said
                of={pieces('An administrator sets in {link} from how many messages a change needs a second person.', {
                  link: (
                    <Link href="/settings/approvals" className="underlined">
                      {t('Settings, Approvals')}
                    </Link>
                  ),
                })}
              />
            </EmptyState>
          }
        />
      </section>
    </>
  );
}
