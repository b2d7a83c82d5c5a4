'use client';

import { forecastNotes } from '@/components/clusters/waiting.model';
import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { formatDuration } from '@/components/ui/duration.model';
import type { GroupConfig } from '@/lib/console/reads/group-config';
import type { AttemptBucket } from '@/lib/model/attempt-bucket';
import { known, valueOrNull } from '@/lib/model/reading';
import { retryDelayMs } from '@/lib/model/retry-policy';
import type { GroupView } from '@/lib/console/reads/groups';
import { BroadcastRules } from './broadcast-rules';
import { DeathWarning } from './death-warning';
import type { GroupSettings } from '@/lib/model/group-settings';
import styles from './settings.module.css';
import { LintList } from './lint-list';
import { lintSettings } from './lint.model';
import { ScheduleCells } from './schedule-cells';
import { ScheduleChart, type Strip } from './schedule-chart';
import { describeSchedule, scheduleOf } from '@/components/groups/schedule.model';
import { WhatIfTable } from './what-if-table';

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
  const waiting = useReadByHand('waitingRetries');
  const look = () => waiting.ask({ group: base.name });
  const shown = settings ?? base;
  if (shown.messageModel === 'broadcasting') return <BroadcastRules />;
  const before = scheduleOf(base.retryPolicy, base.maxRetries);
  const after = scheduleOf(shown.retryPolicy, shown.maxRetries);
  const engine = buckets === null ? 'cluster' : 'embedded';
  const found = buckets === null ? (waiting.found?.attempts ?? null) : known(buckets, asOf);
  const readAt = waiting.found?.asOf ?? asOf;
  const read = (
    <Button size="small" disabledReason={waiting.isRunning ? 'The brokers are being read.' : null} onClick={look}>
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
            {engine === 'cluster' && shown.deliveryOrder === 'concurrent' ? ` ${lastWaitWords(shown)}` : ''}
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
            <ReadProblem error={waiting.error} onRetry={look} />
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

/** Ordered clients hand over what has no delivery left themselves; for the others a proxy does, and later. */
function lastWaitWords({ retryPolicy, maxRetries }: GroupSettings): string {
  const wait = formatDuration(retryDelayMs(retryPolicy, maxRetries + 1));
  return `In a cluster one more wait follows (${wait}): a proxy looks at the limit when it would deliver it again.`;
}
