import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { formatCount, plural } from '@/components/ui/number.model';
import { AsOf, Time } from '@/components/ui/time';
import type { GroupHead, GroupOverview, PartView } from '@/lib/console/operations/groups/views';
import { classicNamesOf } from '@/lib/model/classic-names';
import { describePolicy } from '@/lib/model/group/group-words';
import { valueOrNull } from '@/lib/model/reading';
import { ClassicNames } from './classic-names';
import { ConfigFacts } from './config-facts';
import { queueColumnsOf } from './queue-columns';

interface QueuesFoldProps {
  readonly overview: LiveQuery<GroupOverview>;
  readonly queues: GroupOverview['queues'];
  readonly parts: readonly PartView[];
  readonly asOf: string;
  readonly createdAt: string | null;
}

/** Where the backlog is, queue by queue. */
export function QueuesFold({ overview, queues, parts, asOf, createdAt }: QueuesFoldProps) {
  const rows = queues.kind === 'unknown' ? undefined : queues.value;
  const ready = (rows ?? []).reduce((sum, row) => sum + (valueOrNull(row.ready) ?? 0), 0);
  return (
    <section className="panel">
      <Fold
        line={
          rows === undefined
            ? 'Queues: unknown'
            : rows.length === 0
              ? 'Queues: not subscribed yet'
              : `${plural(rows.length, 'queue')}, ${ready === 0 ? 'nothing ready' : `${formatCount(ready)} ready`}`
        }
        show="Show queues"
      >
        <DataTable
          label="Backlog per queue"
          columns={queueColumnsOf(asOf, parts)}
          rows={rows}
          rowId={(row) => `${row.topic} ${row.queueNo}`}
          problem={
            queues.kind === 'unknown' ? (
              <EmptyState kind="could-not-load">It could not be loaded: {queues.reason}.</EmptyState>
            ) : (
              <ReadProblem error={overview.error} onRetry={overview.retry} />
            )
          }
          empty={
            <EmptyState kind="none-ever" title="Not subscribed yet">
              No consumer of this group has received messages yet. The first one starts with what was stored since the
              group was created{createdAt === null ? '' : ', '}
              {createdAt === null ? null : <Time at={createdAt} withRelative />}.
            </EmptyState>
          }
          footer={
            <div className="panel-body">
              <AsOf at={asOf} />
            </div>
          }
        />
      </Fold>
    </section>
  );
}

/** The rules and other names of a group: they need no decision here. */
export function FactsFolds({ group, changed }: Pick<GroupHead, 'group' | 'changed'>) {
  return (
    <section className="panel">
      <Fold line={configLine({ group, changed })} show="Show configuration">
        <ConfigFacts group={group} changed={changed} />
      </Fold>
      <Fold
        line={`Topic names in Apache RocketMQ: ${classicNamesOf(group.name)
          .map(({ name }) => name)
          .join(', ')}`}
      >
        <ClassicNames group={group.name} />
      </Fold>
    </section>
  );
}

function configLine({ group, changed }: Pick<GroupHead, 'group' | 'changed'>) {
  const rules =
    group.messageModel === 'broadcasting'
      ? 'one delivery to each client'
      : group.maxRetries === 0
        ? 'no retries'
        : `${plural(group.maxRetries, 'retry', 'retries')}, ${describePolicy(group.retryPolicy)}`;
  return (
    <>
      Configuration: {rules}
      {changed === null ? null : (
        <>
          ; version {changed.version} since <Time at={changed.at} style="day-clock" /> by {changed.actor}
        </>
      )}
    </>
  );
}
