'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { ConflictPanel } from '@/components/form/conflict-panel';
import formStyles from '@/components/form/version.module.css';
import { ReadProblem } from '@/components/live/read-problem';
import { ManagedNote } from '@/components/parts/managed-note';
import { Time } from '@/components/ui/time';
import type { SettingView } from '@/lib/console/operations/settings/views';
import { DeadLetterForecastPanel } from './dead-letter-forecast';
import { DeadLetterRetentionForm } from './dead-letter-retention-form';
import { RetentionWarning } from './retention-warning';
import { useRetentionEditor } from './use-retention-editor';
import { type SettingPageProps, useSetting } from './use-setting';

const CHANGES_SHOWN = 10;

/** The rule on the left, what it would remove on the right. */
export function DeadLetterRetentionView({ initial, mayNotEdit }: SettingPageProps) {
  const { query, current } = useSetting('dead-letter-retention', initial);
  const editor = useRetentionEditor({ current, mayNotEdit, reload: query.readAgain });
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <ManagedNote kind="setting" name="dead-letter-retention" />
      <RetentionWarning editor={editor} />
      <div className={formStyles.form}>
        <DeadLetterRetentionForm editor={editor} current={current} />
        <div className={formStyles.side}>
          <ConflictPanel editor={editor} versions={current.versions} />
          <DeadLetterForecastPanel forecast={editor.forecast} keepHours={editor.keepHours} />
          <Changes versions={current.versions.slice(0, CHANGES_SHOWN)} />
        </div>
      </div>
    </>
  );
}

function Changes({ versions }: Pick<SettingView, 'versions'>) {
  if (versions.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('Changes')}</h2>
      </header>
      <ol className="panel-body col small">
        {versions.map(({ at, actor, reason }) => (
          <li key={at}>
            <Said of={pieces('{time}, {actor}', { time: <Time at={at} style="day-clock" />, actor })} />
            {reason === null ? null : <span className="text-2">{t(': {reason}', { reason })}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
