import { NotKnown, BrokerFigure } from '@/components/clusters/figure';
import {
  BROKER_FIELDS,
  clusterRates,
  differenceWords,
  kindWords,
  rulesWords,
} from '@/components/clusters/cluster-words.model';
import { Link } from '@/components/ui/link';
import type { Column } from '@/components/data-table/columns';
import { groupHref } from '@/components/parts/names';
import { DrainValue } from '@/components/ui/drain';
import { OldestAge } from '@/components/groups/oldest';
import { StateBadge } from '@/components/ui/state-badge';
import type { GroupRow } from '@/lib/console/operations/groups/views';
import { describePolicy } from '@/lib/model/group/group-words';
import styles from './list.module.css';
import { pausedWords } from './paused-words';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

/** Of groups that several brokers serve. */
export const brokerColumnsOf = (workspace: string | null): readonly Column<GroupRow>[] => [
  {
    id: 'name',
    header: t('Group'),
    sortKey: 'name',
    cut: true,
    cell: (row) => (
      <span className={styles.name}>
        <span className="clip">{row.name}</span>
        {row.paused === null ? null : (
          <span title={pausedWords(row.paused)}>
            <StateBadge state="paused" />
          </span>
        )}
      </span>
    ),
  },
  { id: 'kind', header: t('Kind'), cell: ({ inBrokers }) => <Kind inBrokers={inBrokers} /> },
  {
    id: 'clients',
    header: t('Clients'),
    align: 'end',
    cell: ({ figures }) =>
      figures.clients.kind === 'value' && figures.clients.value === 0 && figures.clients.atLeast !== true ? (
        <span className="fg-dlq">{t('no client')}</span>
      ) : (
        <BrokerFigure reading={figures.clients} />
      ),
  },
  {
    id: 'ready',
    header: t('Not delivered'),
    align: 'end',
    sortKey: 'ready',
    cell: ({ figures }) => <BrokerFigure reading={figures.ready} />,
  },
  {
    id: 'inFlight',
    header: t('In flight'),
    align: 'end',
    sortKey: 'inFlight',
    hideNarrow: true,
    cell: ({ figures }) => <BrokerFigure reading={figures.inFlight} />,
  },
  {
    id: 'waiting',
    header: t('Retries due'),
    align: 'end',
    sortKey: 'waiting',
    hideNarrow: true,
    cell: ({ figures }) => <BrokerFigure reading={figures.waiting} tone="waiting" />,
  },
  {
    id: 'dead',
    header: t('Dead'),
    align: 'end',
    sortKey: 'dead',
    cell: ({ figures }) => <BrokerFigure reading={figures.dead} tone="dlq" />,
  },
  {
    id: 'oldest',
    header: t('Oldest waiting'),
    align: 'end',
    sortKey: 'oldest',
    cell: ({ figures: { oldestReadyAt: oldest } }) =>
      oldest.kind === 'unknown' ? <NotKnown reading={oldest} /> : <OldestAge reading={oldest} />,
  },
  {
    id: 'drain',
    header: t('Time to drain'),
    align: 'end',
    sortKey: 'drain',
    hideNarrow: true,
    cell: ({ backlog: { drain } }) =>
      drain.kind === 'unknown' ? <NotKnown reading={drain} /> : <DrainValue reading={drain} over={clusterRates()} />,
  },
  {
    id: 'retries',
    header: t('Max retries on the brokers'),
    sortKey: 'retries',
    cut: true,
    cell: (row) => <MaxRetries row={row} workspace={workspace} />,
  },
  {
    id: 'policy',
    header: t('Retry interval'),
    cut: true,
    hideNarrow: true,
    cell: ({ inBrokers, retryPolicy }) =>
      inBrokers?.differences.includes('retryPolicy') === true || inBrokers?.unreadablePolicy === true ? (
        <span className="fg-waiting">{inBrokers.unreadablePolicy ? t('not readable') : t('differs by broker')}</span>
      ) : (
        <span className="text-2">{describePolicy(retryPolicy)}</span>
      ),
  },
];

function Kind({ inBrokers }: Pick<GroupRow, 'inBrokers'>) {
  if (inBrokers === null) return null;
  const { kind } = inBrokers;
  if (kind.kind === 'unknown') return <NotKnown reading={kind} />;
  return <span className="text-2">{t(kindWords[kind.value])}</span>;
}

function MaxRetries({ row, workspace }: { readonly row: GroupRow; readonly workspace: string | null }) {
  const { name, inBrokers, maxRetries } = row;
  if (inBrokers === null) return maxRetries;
  const repair = (words: string) => (
    <Link href={groupHref(name, 'config', workspace)} prefetch={false} className="underlined">
      {words}
    </Link>
  );
  if (inBrokers.missingOn.length > 0)
    return (
      <>
        <span className="fg-dlq">{t('missing on {brokers}', { brokers: enumerated(inBrokers.missingOn) })}</span>{' '}
        {repair(t('Create there…'))}
      </>
    );
  if (inBrokers.unreadablePolicy)
    return (
      <>
        <span className="fg-dlq">{t('no 5.x client can start')}</span> {repair(t('Set a retry interval…'))}
      </>
    );
  const [differs] = inBrokers.differences;
  if (differs !== undefined)
    return (
      <>
        <span className="fg-waiting" title={t(BROKER_FIELDS[differs].label)}>
          {differs === 'maxRetries'
            ? differenceWords(inBrokers, differs)
            : t('{field}, {difference}', {
                field: t(BROKER_FIELDS[differs].label),
                difference: differenceWords(inBrokers, differs),
              })}
        </span>{' '}
        {repair(t('Make equal…'))}
      </>
    );
  const rules = rulesWords(inBrokers);
  return (
    <>
      {maxRetries}
      {rules === null ? null : <span className="text-2"> {rules}</span>}
    </>
  );
}
