'use client';

import { Banner } from '@/components/ui/banner';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { AttemptBucket, GroupConfig } from '@/lib/console/reads/group-config';
import { valueOrNull } from '@/lib/model/reading';
import type { GroupView } from '@/lib/console/reads/groups';
import { BroadcastRules } from './broadcast-rules';
import type { GroupSettings } from '@/lib/model/group-settings';
import styles from './settings.module.css';
import { LintList } from './lint-list';
import { lintSettings } from './lint.model';
import { ScheduleCells } from './schedule-cells';
import { ScheduleChart, type Strip } from './schedule-chart';
import { describeSchedule, scheduleOf } from '@/components/groups/schedule.model';
import { WhatIfTable } from './what-if-table';
import { outlookOf } from '@/components/groups/what-if.model';

interface ConfigResultProps {
  readonly base: GroupView;
  /** What saving would make. */
  readonly nextVersion: number;
  /** Null: a field cannot be read; the saved version is shown alone. */
  readonly settings: GroupSettings | null;
  readonly changed: boolean;
  /** Null: the brokers do not tell. */
  readonly buckets: readonly AttemptBucket[] | null;
  /** What happened to this group lately. */
  readonly facts: GroupConfig['facts'];
  readonly asOf: string;
}

/** The effect of the settings in the form, before anything is saved. */
export function ConfigResult({ base, nextVersion, settings, changed, buckets, facts, asOf }: ConfigResultProps) {
  const shown = settings ?? base;
  if (shown.messageModel === 'broadcasting') return <BroadcastRules />;
  const before = scheduleOf(base.retryPolicy, base.maxRetries);
  const after = scheduleOf(shown.retryPolicy, shown.maxRetries);
  const strips: Strip[] = [
    { name: `Now, v${base.version}`, proposed: false, schedule: before },
    ...(changed ? [{ name: `Proposed, v${nextVersion}`, proposed: true, schedule: after }] : []),
  ];
  return (
    <>
      <ScheduleChart strips={strips} />
      <section className="panel">
        <div className="panel-body col">
          <p aria-live="polite">{describeSchedule(after)}</p>
          <ScheduleCells schedule={after} savedRetries={base.maxRetries} />
        </div>
      </section>
      {changed && buckets !== null ? <DeathWarning base={base} settings={shown} buckets={buckets} asOf={asOf} /> : null}
      <div className={styles.pair}>
        <LintList findings={lintSettings(shown, valueOrNull(facts))} unread={facts.kind === 'unknown' ? facts : null} />
        {buckets === null ? (
          <p className="small text-3">
            How many messages wait at which attempt is not known in a cluster, so what a change means for them is
            unknown too.
          </p>
        ) : (
          <WhatIfTable
            versions={[base.version, nextVersion]}
            before={base}
            after={shown}
            buckets={buckets}
            asOf={asOf}
          />
        )}
      </div>
    </>
  );
}

/** Lowering the limit below what messages have had already kills them: said before saving, with the count. */
function DeathWarning({
  base,
  settings,
  buckets,
  asOf,
}: Pick<ConfigResultProps, 'base' | 'asOf'> & {
  readonly settings: GroupSettings;
  readonly buckets: readonly AttemptBucket[];
}) {
  const { dieWaiting, dieIfFailing, firstDeathAt } = outlookOf(settings, buckets, asOf);
  const already = outlookOf(base, buckets, asOf);
  if (dieWaiting <= already.dieWaiting && dieIfFailing <= already.dieIfFailing) return null;
  return (
    <Banner tone="danger">
      <b>
        Saving sends {plural(dieWaiting, 'failed message')} to dead letters when their wait ends
        {firstDeathAt === null ? (
          ''
        ) : firstDeathAt <= asOf ? (
          ', those due already at once'
        ) : (
          <>
            , the first at <Time at={firstDeathAt} />
          </>
        )}
        .
      </b>{' '}
      They have had more than {plural(settings.maxRetries + 1, 'delivery', 'deliveries')} already and are not delivered
      again.
      {dieIfFailing === 0
        ? ''
        : ` ${plural(dieIfFailing, 'more is', 'more are')} with a client and dead if it fails.`}{' '}
      Dead letters can be re-driven.
    </Banner>
  );
}
