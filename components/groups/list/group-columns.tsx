import type { Column } from '@/components/data-table/columns';
import { DrainValue } from '@/components/ui/drain';
import { plural } from '@/components/ui/number.model';
import { Sparkline } from '@/components/ui/sparkline';
import { StateBadge } from '@/components/ui/state-badge';
import { Tag } from '@/components/ui/tag';
import { Time } from '@/components/ui/time';
import type { GroupPause, GroupRow } from '@/lib/console/operations/groups/views';
import { valueOrNull } from '@/lib/model/reading';
import { Figure, isNotYet, NotYet } from '@/components/groups/figure';
import styles from './list.module.css';
import { OldestAge } from '@/components/groups/oldest';
import { describePolicy, orderWords } from '@/lib/model/group/group-words';
import { StateMix } from './state-mix';

export const groupColumns: readonly Column<GroupRow>[] = [
  {
    id: 'name',
    header: 'Group',
    sortKey: 'name',
    cut: true,
    cell: (row) => {
      const blocked = valueOrNull(row.figures.blockedKeys) ?? 0;
      return (
        <span className={styles.name} title={row.description === '' ? undefined : row.description}>
          <span className="clip">{row.name}</span>
          {blocked > 0 ? <StateBadge state="blocked" label={plural(blocked, 'key')} /> : null}
          {row.paused === null ? null : <PausedMark paused={row.paused} />}
          {row.messageModel === 'broadcasting' ? <Tag>broadcast</Tag> : null}
        </span>
      );
    },
  },
  {
    id: 'order',
    header: 'Ordering',
    hideNarrow: true,
    cell: (row) => <span className="text-2">{orderWords[row.deliveryOrder]}</span>,
  },
  {
    id: 'ready',
    header: 'Ready',
    align: 'end',
    sortKey: 'ready',
    cell: ({ figures }) => <Figure reading={figures.ready} />,
  },
  {
    id: 'inFlight',
    header: 'In flight',
    align: 'end',
    sortKey: 'inFlight',
    cell: ({ figures }) => <Figure reading={figures.inFlight} />,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    align: 'end',
    sortKey: 'waiting',
    cell: ({ figures }) => <Figure reading={figures.waiting} tone="waiting" />,
  },
  {
    id: 'dead',
    header: 'Dead',
    align: 'end',
    sortKey: 'dead',
    cell: ({ figures }) => <Figure reading={figures.dead} tone="dlq" />,
  },
  {
    id: 'mix',
    header: 'States (log)',
    width: '96px',
    hideNarrow: true,
    cell: ({ figures }) => <StateMix {...figures} />,
  },
  {
    id: 'backlog',
    header: 'Backlog, 1 h',
    align: 'end',
    sortKey: 'backlog',
    hideNarrow: true,
    cell: ({ backlog }) => (
      <span className={styles.trend}>
        <Sparkline values={backlog.trend} />
        <Figure reading={backlog.total} />
      </span>
    ),
  },
  {
    id: 'drain',
    header: 'Time to drain',
    align: 'end',
    sortKey: 'drain',
    cell: ({ backlog }) =>
      isNotYet(backlog.total) && backlog.drain.kind === 'unknown' ? (
        <NotYet reading={backlog.drain} />
      ) : (
        <DrainValue reading={backlog.drain} />
      ),
  },
  {
    id: 'oldest',
    header: 'Oldest ready',
    align: 'end',
    sortKey: 'oldest',
    cell: ({ figures }) => <OldestAge reading={figures.oldestReadyAt} />,
  },
  {
    id: 'clients',
    header: 'Clients',
    align: 'end',
    hideNarrow: true,
    // in a column of its own kind: beside the name it would make the row two lines high
    cell: ({ figures, messageModel }) =>
      messageModel === 'clustering' && isNotYet(figures.ready) ? (
        <span className="tiny text-3">not subscribed</span>
      ) : (
        <Figure reading={figures.clients} />
      ),
  },
  {
    id: 'retries',
    header: 'Max retries',
    align: 'end',
    sortKey: 'retries',
    cell: (row) => (row.messageModel === 'broadcasting' ? <NotRetried /> : row.maxRetries),
  },
  {
    id: 'policy',
    header: 'Back-off',
    hideNarrow: true,
    cell: (row) =>
      row.messageModel === 'broadcasting' ? (
        <NotRetried />
      ) : (
        <span className="text-2">{describePolicy(row.retryPolicy)}</span>
      ),
  },
];

function NotRetried() {
  return (
    <span className="text-3" title="Broadcast messages are not retried">
      none
    </span>
  );
}

function PausedMark({ paused }: { readonly paused: GroupPause }) {
  return (
    <span title={`Paused by ${paused.by}: ${paused.reason}`} className="nowrap">
      <StateBadge state="paused" /> {paused.at === null ? null : <Time at={paused.at} style="clock" />}
    </span>
  );
}
