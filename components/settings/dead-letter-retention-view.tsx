'use client';

import formStyles from '@/components/form/version.module.css';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Time } from '@/components/ui/time';
import type { DeadLetterRetentionView as RetentionViewModel } from '@/lib/console/reads/dead-letter-retention';
import type { ReadResult } from '@/lib/model/read-result';
import { DeadLetterForecastPanel } from './dead-letter-forecast';
import { DeadLetterRetentionForm } from './dead-letter-retention-form';
import { useRetentionEditor } from './use-retention-editor';

interface DeadLetterRetentionViewProps {
  readonly initial: ReadResult<RetentionViewModel>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

/** The rule on the left, what it would remove on the right. */
export function DeadLetterRetentionView({ initial, mayNotEdit }: DeadLetterRetentionViewProps) {
  const query = useLiveQuery('deadLetterRetention', {}, { initial, live: { kinds: ['setting'] } });
  const current = query.data ?? initial.data;
  const editor = useRetentionEditor({ current, mayNotEdit, reload: query.retry });
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <div className={formStyles.form}>
        <DeadLetterRetentionForm editor={editor} current={current} />
        <div className={formStyles.side}>
          <DeadLetterForecastPanel forecast={editor.forecast} keepHours={editor.keepHours} />
          <Changes changes={current.changes} />
        </div>
      </div>
    </>
  );
}

function Changes({ changes }: Pick<RetentionViewModel, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>Changes</h2>
      </header>
      <ol className="panel-body col small">
        {changes.map(({ at, actor, reason }) => (
          <li key={at}>
            <Time at={at} style="day-clock" />, {actor}
            {reason === null ? null : <span className="text-2">: {reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
