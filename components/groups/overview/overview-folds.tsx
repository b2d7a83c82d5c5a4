import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { Fold } from '@/components/ui/fold';
import { AsOf, Time } from '@/components/ui/time';
import type { GroupHead, GroupOverview, PartView } from '@/lib/console/operations/groups/views';
import { classicNamesOf } from '@/lib/model/classic-names';
import { describePolicy } from '@/lib/model/group/group-words';
import { valueOrNull } from '@/lib/model/reading';
import { ClassicNames } from './classic-names';
import { ConfigFacts } from './config-facts';
import { queueColumnsOf } from './queue-columns';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';

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
            ? t('Queues: unknown')
            : rows.length === 0
              ? t('Queues: not subscribed yet')
              : t(
                  `{queues, plural, one {# queue} other {# queues}}, {ready, plural, =0 {no message ready} other
                  {# ready}}`,
                  { queues: rows.length, ready },
                )
        }
        show={t('Show queues')}
      >
        <DataTable
          label={t('Backlog per queue')}
          columns={queueColumnsOf(asOf, parts)}
          rows={rows}
          rowId={(row) => `${row.topic} ${row.queueNo}`}
          problem={
            queues.kind === 'unknown' ? (
              <EmptyState kind="could-not-load">
                {t('The backlog could not be loaded: {reason}.', { reason: queues.reason })}
              </EmptyState>
            ) : (
              <ReadProblem error={overview.error} onRetry={overview.retry} />
            )
          }
          empty={
            <EmptyState kind="none-ever" title={t('Not subscribed yet')}>
              {createdAt === null ? (
                t(
                  `No consumer of this group has received messages yet. The first one starts with the messages stored
                  since the group was created.`,
                )
              ) : (
                <Said
                  of={pieces(
                    `No consumer of this group has received messages yet. The first one starts with the messages stored
                    since the group was created, {time}.`,
                    { time: <Time at={createdAt} withRelative /> },
                  )}
                />
              )}
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
      <Fold line={configLine({ group, changed })} show={t('Show configuration')}>
        <ConfigFacts group={group} changed={changed} />
      </Fold>
      <Fold
        line={t('Topic names in Apache RocketMQ: {names}', {
          names: enumerated(classicNamesOf(group.name).map(({ name }) => name)),
        })}
      >
        <ClassicNames group={group.name} />
      </Fold>
    </section>
  );
}

function configLine({ group, changed }: Pick<GroupHead, 'group' | 'changed'>) {
  const rules =
    group.messageModel === 'broadcasting'
      ? t('one delivery to each client')
      : group.maxRetries === 0
        ? t('no retries')
        : t('{retries, plural, one {# retry} other {# retries}}, {policy}', {
            retries: group.maxRetries,
            policy: describePolicy(group.retryPolicy),
          });
  if (changed === null) return t('Configuration: {rules}', { rules });
  return (
    <Said
      of={pieces('Configuration: {rules}; version {version, number} since {time} by {name}', {
        ...{ rules, version: changed.version, name: changed.actor },
        time: <Time at={changed.at} style="day-clock" />,
      })}
    />
  );
}
