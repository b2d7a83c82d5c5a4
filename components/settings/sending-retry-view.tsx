'use client';

import { useRef } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { ConflictPanel } from '@/components/groups/conflict-panel';
import groupStyles from '@/components/groups/groups.module.css';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { ProducerRetryView } from '@/lib/console/queries/producer-retry';
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
  const query = useLiveQuery<ProducerRetryView>({
    url: '/api/console/producer-retry',
    initial,
    live: { kinds: ['setting'] },
  });
  const current = query.data ?? initial.data;
  const editor = useRetryEditor({ current, mayNotEdit, reload: query.retry });
  const { base, retry, dirty, behind } = editor;
  return (
    <>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <div className={groupStyles.form}>
        <RetryForm editor={editor} current={current} />
        <div className={groupStyles.side}>
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
          <SendingRetryPreview retry={retry ?? base.retry} />
        </div>
      </div>
    </>
  );
}

function RetryForm({ editor, current }: { readonly editor: RetryEditor; readonly current: ProducerRetryView }) {
  const { form, blocker, dirty, changes } = editor;
  const element = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', () => element.current?.requestSubmit(), 'Save the setting', blocker === null);
  // A version conflict has a panel of its own.
  const failure = form.failure?.field === 'version' || !dirty ? null : form.failure;
  const newest = current.versions[0];
  return (
    <form
      ref={element}
      className="panel"
      noValidate
      onSubmit={(event) => {
        if (blocker === null) form.onSubmit(event);
        else event.preventDefault();
      }}
    >
      <header>
        <h2>Sending retry</h2>
        <span className="panel-end tiny text-3">
          {newest === undefined ? (
            'as documented'
          ) : (
            <>
              v{current.version}, <Time at={newest.at} style="day-clock" />, {newest.actor}
            </>
          )}
        </span>
      </header>
      <div className={`panel-body ${groupStyles.fields}`}>
        <SendingRetryFields editor={editor} />
      </div>
      <div className={groupStyles.foot}>
        <Field label="Reason, kept in the history" error={form.errorOf('reason')}>
          <TextInput
            name="reason"
            value={editor.reason}
            onChange={(event) => editor.setReason(event.target.value)}
            placeholder="Why now?"
            maxLength={500}
            autoComplete="off"
          />
        </Field>
        {failure === null ? null : <Banner tone="danger">{failure.message}</Banner>}
        <div className="row wrap">
          <Button type="submit" variant="primary" keys="⌘↵" pending={form.pending} disabledReason={blocker}>
            Save as v{current.version + 1}
          </Button>
          {dirty ? (
            <Button variant="ghost" onClick={editor.discard}>
              Discard
            </Button>
          ) : null}
          <span className="small text-3">
            {dirty ? (blocker ?? plural(changes.length, 'change')) : editor.mayNotEdit}
          </span>
        </div>
      </div>
    </form>
  );
}
