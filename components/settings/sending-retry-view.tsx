'use client';

import { ConflictPanel } from '@/components/form/conflict-panel';
import formStyles from '@/components/form/version.module.css';
import { VersionForm } from '@/components/form/version-form';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Time } from '@/components/ui/time';
import type { ProducerRetryView } from '@/lib/console/reads/producer-retry';
import type { ReadResult } from '@/lib/model/read-result';
import { changesBetween } from './sending-retry.model';
import { SendingRetryFields } from './sending-retry-fields';
import { SendingRetryPreview } from './sending-retry-preview';
import { type RetryEditor, useRetryEditor } from './use-retry-editor';

interface SendingRetryViewProps {
  readonly initial: ReadResult<ProducerRetryView>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

/** The rule on the left, what each kind of producer makes of it on the right. */
export function SendingRetryView({ initial, mayNotEdit }: SendingRetryViewProps) {
  const query = useLiveQuery('producerRetry', {}, { initial, live: { kinds: ['setting'] } });
  const current = query.data ?? initial.data;
  const editor = useRetryEditor({ current, mayNotEdit, reload: query.readAgain });
  const { base, settings, dirty, behind } = editor;
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <div className={formStyles.form}>
        <RetryForm editor={editor} current={current} />
        <div className={formStyles.side}>
          {dirty && behind ? (
            <ConflictPanel
              baseVersion={base.version}
              currentVersion={current.version}
              versions={current.versions}
              changes={changesBetween(base.retry, current.retry)}
              onTakeTheirs={editor.discard}
              onRebase={editor.takeOver}
            />
          ) : null}
          <SendingRetryPreview retry={settings ?? base.retry} />
        </div>
      </div>
    </>
  );
}

function RetryForm({ editor, current }: { readonly editor: RetryEditor; readonly current: ProducerRetryView }) {
  const newest = current.versions[0];
  return (
    <VersionForm
      title="Sending retry"
      saves="Save the setting"
      editor={editor}
      nextVersion={current.version + 1}
      standing={
        newest === undefined ? (
          'as documented'
        ) : (
          <>
            v{current.version}, <Time at={newest.at} style="day-clock" />, {newest.actor}
          </>
        )
      }
    >
      <SendingRetryFields editor={editor} />
    </VersionForm>
  );
}
