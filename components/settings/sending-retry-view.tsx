'use client';

import { ConflictPanel } from '@/components/form/conflict-panel';
import formStyles from '@/components/form/version.module.css';
import { VersionForm } from '@/components/form/version-form';
import { ReadProblem } from '@/components/live/read-problem';
import { Time } from '@/components/ui/time';
import type { SettingView } from '@/lib/console/reads/setting';
import { changesBetween } from './sending-retry.model';
import { SendingRetryFields } from './sending-retry-fields';
import { SendingRetryPreview } from './sending-retry-preview';
import { type RetryEditor, useRetryEditor } from './use-retry-editor';
import { type SettingPageProps, useSetting } from './use-setting';

/** The rule on the left, what each kind of producer makes of it on the right. */
export function SendingRetryView({ initial, mayNotEdit }: SettingPageProps) {
  const { query, current } = useSetting('producer-retry', initial);
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
              changes={changesBetween(base.value, current.value)}
              onTakeTheirs={editor.discard}
              onRebase={editor.takeOver}
            />
          ) : null}
          <SendingRetryPreview retry={settings ?? base.value} />
        </div>
      </div>
    </>
  );
}

interface RetryFormProps {
  readonly editor: RetryEditor;
  readonly current: SettingView<'producer-retry'>;
}

function RetryForm({ editor, current }: RetryFormProps) {
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
