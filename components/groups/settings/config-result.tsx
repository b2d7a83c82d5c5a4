'use client';

import { useWaitingRetries } from '@/components/clusters/use-waiting-retries';
import { forecastNotes } from '@/components/clusters/waiting.model';
import { ReadProblem } from '@/components/live/read-problem';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { GroupConfig } from '@/lib/console/reads/group-config';
import type { AttemptBucket } from '@/lib/model/attempt-bucket';
import { known, type Reading, stateOf, valueOrNull } from '@/lib/model/reading';
import { retryDelayMs } from '@/lib/model/retry-policy';
import type { EngineKind } from '@/lib/model/workspace';
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
  /** Null: brokers of a cluster are asked for it by hand. */
  readonly buckets: readonly AttemptBucket[] | null;
  /** What happened to this group lately. */
  readonly facts: GroupConfig['facts'];
  readonly asOf: string;
}

/** The effect of the settings in the form, before anything is saved. */
export function ConfigResult({ base, nextVersion, settings, changed, buckets, facts, asOf }: ConfigResultProps) {
  const waiting = useWaitingRetries(base.name);
  const shown = settings ?? base;
  if (shown.messageModel === 'broadcasting') return <BroadcastRules />;
  const before = scheduleOf(base.retryPolicy, base.maxRetries);
  const after = scheduleOf(shown.retryPolicy, shown.maxRetries);
  const engine = buckets === null ? 'cluster' : 'embedded';
  const found = buckets === null ? (waiting.found?.attempts ?? null) : known(buckets, asOf);
  const readAt = waiting.found?.asOf ?? asOf;
  const read = (
    <Button size="small" disabledReason={waiting.isRunning ? 'The brokers are being read.' : null} onClick={waiting.look}>
      {found === null ? 'Read what waits' : 'Read again'}
    </Button>
  );
  const strips: Strip[] = [
    { name: `Now, v${base.version}`, proposed: false, schedule: before },
    ...(changed ? [{ name: `Proposed, v${nextVersion}`, proposed: true, schedule: after }] : []),
  ];
  return (
    <>
      <ScheduleChart strips={strips} />
      <section className="panel">
        <div className="panel-body col">
          <p aria-live="polite">
            {describeSchedule(after)}
            {engine === 'cluster'
              ? ` In a cluster it waits once more (${formatDuration(retryDelayMs(shown.retryPolicy, shown.maxRetries + 1))}): ` +
                'a proxy looks at the limit when it would deliver it again.'
              : ''}
          </p>
          <ScheduleCells schedule={after} savedRetries={base.maxRetries} />
        </div>
      </section>
      {changed && found !== null ? (
        <DeathWarning base={base} settings={shown} engine={engine} buckets={found} asOf={readAt} />
      ) : null}
      <div className={styles.pair}>
        <LintList findings={lintSettings(shown, valueOrNull(facts))} unread={facts.kind === 'unknown' ? facts : null} />
        {found === null ? (
          <section className="panel">
            <header>
              <h2>If you save now</h2>
              <span className="panel-end">{read}</span>
            </header>
            <p className="panel-body small text-2">
              How many messages wait, and how often each was delivered, costs the brokers many reads. It is read when
              you ask.
            </p>
            <ReadProblem error={waiting.error} onRetry={waiting.look} />
          </section>
        ) : (
          <WhatIfTable
            versions={[base.version, nextVersion]}
            before={base}
            after={shown}
            engine={engine}
            buckets={found}
            asOf={readAt}
            action={buckets === null ? read : null}
            notes={waiting.found === null ? [] : forecastNotes(waiting.found)}
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
  engine,
  buckets,
  asOf,
}: Pick<ConfigResultProps, 'base' | 'asOf'> & {
  readonly settings: GroupSettings;
  readonly engine: EngineKind;
  readonly buckets: Reading<readonly AttemptBucket[]>;
}) {
  const attempts = valueOrNull(buckets) ?? [];
  const { dieWaiting, dieIfFailing, firstDeathAt } = outlookOf(settings, attempts, asOf, engine);
  const already = outlookOf(base, attempts, asOf, engine);
  const atLeast = stateOf(buckets) === 'bound' ? 'at least ' : '';
  if (dieWaiting <= already.dieWaiting && dieIfFailing <= already.dieIfFailing) return null;
  return (
    <Banner tone="danger">
      <b>
        Saving sends {atLeast}
        {plural(dieWaiting, 'failed message')} to dead letters when their wait ends
        {firstDeathAt === null ? (
          ''
        ) : firstDeathAt <= asOf ? (
          ', those due already at once'
        ) : (
          <>
            , the first at <Time at={firstDeathAt} />
            {atLeast === '' ? '' : ' or earlier'}
          </>
        )}
        .
      </b>{' '}
      They have had more than {plural(settings.maxRetries + 1, 'delivery', 'deliveries')} already and are not delivered
      again.
      {dieIfFailing === 0
        ? ''
        : engine === 'embedded'
          ? ` ${plural(dieIfFailing, 'more is', 'more are')} with a client and dead if it fails.`
          : ` ${plural(dieIfFailing, 'more is', 'more are')} with a client or backing off, and dead unless acknowledged.`}{' '}
      Dead letters can be re-driven.
    </Banner>
  );
}
