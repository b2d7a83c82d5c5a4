'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { ReadProblem } from '@/components/live/read-problem';
import { formatDuration } from '@/components/ui/duration.model';
import { Fold } from '@/components/ui/fold';
import { describeSchedule, intervalsLine, scheduleOf } from '@/components/groups/schedule.model';
import type { GroupView, SettingsEvidence } from '@/lib/console/operations/groups/views';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { valueOrNull } from '@/lib/model/reading';
import { isOffered } from '@/lib/model/offers';
import { retryDelayMs } from '@/lib/model/delivery/retry-policy';
import { LintList } from './lint-list';
import { lintSettings } from '@/lib/model/group/group-lint';
import { ScheduleCells } from './schedule-cells';
import { ScheduleChart, type Strip } from './schedule-chart';
import styles from './settings.module.css';
import type { PolicyImpact } from './use-policy-impact';
import { WhatIfTable } from './what-if-table';
import { t } from '@/lib/model/language/t';

/** Not part of the first JavaScript of the page. */
const BroadcastRules = dynamic(async () => (await import('./broadcast-rules')).BroadcastRules);
const NoReplay = dynamic(async () => (await import('./replay-rows')).NoReplay);
const ReplayRows = dynamic(async () => (await import('./replay-rows')).ReplayRows);

interface ConfigResultProps {
  readonly base: GroupView;
  /** What saving would make. */
  readonly nextVersion: number;
  readonly shown: GroupSettings;
  readonly changed: boolean;
  readonly whatIf: PolicyImpact;
  /** What happened to this group lately. */
  readonly facts: SettingsEvidence['facts'];
  /** Reads the brokers of a cluster; null: there is nothing to ask. */
  readonly readButton: ReactNode;
}

/** The effect of the settings in the form, before anything is saved. */
export function ConfigResult(props: ConfigResultProps) {
  const { base, nextVersion, shown, changed, whatIf, facts, readButton } = props;
  if (shown.messageModel === 'broadcasting') return <BroadcastRules />;
  const before = scheduleOf(base.retryPolicy, base.maxRetries);
  const after = scheduleOf(shown.retryPolicy, shown.maxRetries);
  const { engine, effect, impact, risks, look } = whatIf;
  const strips: Strip[] = [
    {
      name:
        nextVersion === base.version + 1
          ? t('v{version, number}, in use', { version: base.version })
          : t('v{version, number}, before', { version: base.version }),
      proposed: false,
      schedule: before,
    },
    ...(changed
      ? [{ name: t('v{version, number}, proposed', { version: nextVersion }), proposed: true, schedule: after }]
      : []),
  ];
  const warnings = [...(impact === null ? [] : [impact.headline]), ...risks];
  return (
    <>
      <ScheduleChart strips={strips}>
        <p className="visually-hidden" aria-live="polite">
          {describeSchedule(after)}
        </p>
        {engine === 'cluster' && shown.deliveryOrder === 'concurrent' ? (
          <p className="panel-body small text-2">{lastWaitWords(shown)}</p>
        ) : null}
        <Fold
          line={intervalsLine([
            { name: `v${base.version}`, schedule: before },
            ...(changed ? [{ name: `v${nextVersion}`, schedule: after }] : []),
          ])}
        >
          <div className="panel-body">
            <ScheduleCells schedule={after} savedRetries={base.maxRetries} />
          </div>
        </Fold>
      </ScheduleChart>
      <div className={styles.pair}>
        <LintList
          findings={lintSettings(shown, valueOrNull(facts), warnings)}
          unread={facts.kind === 'unknown' ? facts : null}
        />
        {effect === null ? (
          <section className="panel">
            <header>
              <h2>{t('Effect of saving now')}</h2>
              <span className="panel-end">{readButton}</span>
            </header>
            <p className="panel-body small text-2">
              {look === null
                ? t('A broadcast group retries no message.')
                : t('Counting the waiting messages costs the brokers many reads, so they are read on request.')}
            </p>
            {look === null ? null : <ReadProblem error={whatIf.error} onRetry={look} />}
          </section>
        ) : (
          <WhatIfTable
            versions={[base.version, nextVersion]}
            before={base}
            after={shown}
            engine={engine}
            effect={effect}
            action={readButton}
            notes={whatIf.notes}
          >
            {isOffered(engine, 'policy-replay') ? (
              <ReplayRows group={base.name} before={base} after={shown} version={nextVersion} />
            ) : (
              <NoReplay engine={engine} />
            )}
          </WhatIfTable>
        )}
      </div>
    </>
  );
}

/** Ordered clients hand over what has no delivery left themselves; for the others a proxy does, and later. */
function lastWaitWords({ retryPolicy, maxRetries }: GroupSettings): string {
  const wait = formatDuration(retryDelayMs(retryPolicy, maxRetries + 1));
  return t('In a cluster one more interval follows ({time}): a proxy checks the limit before the next delivery.', {
    time: wait,
  });
}
