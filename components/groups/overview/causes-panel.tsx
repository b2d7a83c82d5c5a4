import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { GroupCauseView, GroupOverview } from '@/lib/console/operations/groups/views';

interface CausesPanelProps {
  readonly group: string;
  readonly causes: GroupOverview['causes'];
}

/** Why deliveries of the last hour failed; each leads to its page. */
export function CausesPanel({ group, causes }: CausesPanelProps) {
  return (
    <section className="panel">
      <header>
        <h2>Causes of failures</h2>
        <span className="small text-3">last 60 min, as applications reported them</span>
      </header>
      <DataTable
        label="Causes of failures"
        columns={columnsOf(group)}
        rows={causes.kind === 'unknown' ? undefined : causes.value}
        rowId={({ fingerprint }) => fingerprint ?? 'unreported'}
        problem={
          causes.kind === 'unknown' ? (
            <EmptyState kind="could-not-load">It could not be loaded: {causes.reason}.</EmptyState>
          ) : null
        }
        empty={
          <EmptyState kind="none-in-range" title="Nothing failed">
            No delivery of this group failed in the last 60 minutes.
          </EmptyState>
        }
      />
    </section>
  );
}

function columnsOf(group: string): readonly Column<GroupCauseView>[] {
  return [
    {
      id: 'cause',
      header: 'Cause',
      clip: true,
      cell: ({ fingerprint, errorType, text }) =>
        fingerprint === null || errorType === null ? (
          <span className="text-2">no reason was reported</span>
        ) : (
          <Link href={`/dead-letters/causes/${fingerprint}?group=${encodeURIComponent(group)}`} prefetch={false}>
            <b>{errorType}</b> {text}
          </Link>
        ),
    },
    { id: 'failed', header: 'Failed', align: 'end', cell: ({ failed }) => formatCount(failed) },
    {
      id: 'dead',
      header: 'Dead letters',
      align: 'end',
      cell: ({ dead }) => <span className={dead === 0 ? 'text-3' : 'fg-dlq'}>{formatCount(dead)}</span>,
    },
    { id: 'last', header: 'Last', align: 'end', cell: ({ lastAt }) => (lastAt === null ? '–' : <Time at={lastAt} />) },
  ];
}
