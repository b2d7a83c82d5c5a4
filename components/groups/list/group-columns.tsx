import type { Column } from '@/components/data-table/columns';
import { DrainValue } from '@/components/ui/drain';
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
import { pausedWords } from './paused-words';
import { StateMix } from './state-mix';
import { t } from '@/lib/model/language/t';

export const groupColumns = (): readonly Column<GroupRow>[] => [
  {
    id: 'name',
    header: t('Group'),
    sortKey: 'name',
    cut: true,
    cell: (row) => {
      const blocked = valueOrNull(row.figures.blockedKeys) ?? 0;
      return (
        <span className={styles.name} title={row.description === '' ? undefined : row.description}>
          <span className="clip">{row.name}</span>
          {blocked > 0 ? (
            <StateBadge state="blocked" label={t('{count, plural, one {# key} other {# keys}}', { count: blocked })} />
          ) : null}
          {row.paused === null ? null : <PausedMark paused={row.paused} />}
          {row.messageModel === 'broadcasting' ? <Tag>{t('broadcast')}</Tag> : null}
        </span>
      );
    },
  },
  {
    id: 'order',
    header: t('Ordering'),
    hideNarrow: true,
    cell: (row) => <span className="text-2">{t(orderWords[row.deliveryOrder])}</span>,
  },
  {
    id: 'ready',
    header: t('Ready'),
    align: 'end',
    sortKey: 'ready',
    cell: ({ figures }) => <Figure reading={figures.ready} />,
  },
  {
    id: 'inFlight',
    header: t('In flight'),
    align: 'end',
    sortKey: 'inFlight',
    cell: ({ figures }) => <Figure reading={figures.inFlight} />,
  },
  {
    id: 'waiting',
    header: t('Waiting retry'),
    align: 'end',
    sortKey: 'waiting',
    cell: ({ figures }) => <Figure reading={figures.waiting} tone="waiting" />,
  },
  {
    id: 'dead',
    header: t('Dead'),
    align: 'end',
    sortKey: 'dead',
    cell: ({ figures }) => <Figure reading={figures.dead} tone="dlq" />,
  },
  {
    id: 'mix',
    header: t('States (log)'),
    width: '96px',
    hideNarrow: true,
    cell: ({ figures }) => <StateMix {...figures} />,
  },
  {
    id: 'backlog',
    header: t('Backlog, 1 h'),
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
    header: t('Time to drain'),
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
    header: t('Oldest ready'),
    align: 'end',
    sortKey: 'oldest',
    cell: ({ figures }) => <OldestAge reading={figures.oldestReadyAt} />,
  },
  {
    id: 'clients',
    header: t('Clients'),
    align: 'end',
    hideNarrow: true,
    // in a column of its own kind: beside the name it would make the row two lines high
    cell: ({ figures, messageModel }) =>
      messageModel === 'clustering' && isNotYet(figures.ready) ? (
        <span className="tiny text-3">{t('not subscribed')}</span>
      ) : (
        <Figure reading={figures.clients} />
      ),
  },
  {
    id: 'retries',
    header: t('Max retries'),
    align: 'end',
    sortKey: 'retries',
    cell: (row) => (row.messageModel === 'broadcasting' ? <NotRetried /> : row.maxRetries),
  },
  {
    id: 'policy',
    header: t('Retry interval'),
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
    <span className="text-3" title={t('Broadcast messages are not retried')}>
      {t('none')}
    </span>
  );
}

function PausedMark({ paused }: { readonly paused: GroupPause }) {
  return (
    <span title={pausedWords(paused)} className="nowrap">
      <StateBadge state="paused" /> {paused.at === null ? null : <Time at={paused.at} style="clock" />}
    </span>
  );
}
