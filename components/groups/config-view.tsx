'use client';

import { useRef } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/queries/group';
import type { GroupConfig } from '@/lib/console/queries/group-config';
import type { ReadResult } from '@/lib/model/read-result';
import { changesBetween } from './changes.model';
import { ConfigResult } from './config-result';
import { ConflictPanel } from './conflict-panel';
import styles from './groups.module.css';
import { PolicyFields } from './policy-fields';
import { type ConfigEditor, useConfigEditor } from './use-config-editor';

interface ConfigViewProps {
  readonly initial: ReadResult<GroupConfig>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

/** Rules on the left, what they come to on the right, before anything is saved. */
export function ConfigView({ initial, mayNotEdit }: ConfigViewProps) {
  const { name } = initial.data.group;
  const config = useLiveQuery<GroupConfig>({
    url: '/api/console/group-config',
    params: { group: name },
    initial,
    live: { kinds: ['group', 'message'], group: name },
  });
  const { group: current, versions, buckets } = config.data ?? initial.data;
  const editor = useConfigEditor({ current, mayNotEdit, reload: config.retry });
  const { base, settings, changes, dirty, behind } = editor;

  return (
    <div className={styles.form}>
      <ConfigForm editor={editor} version={current.version} newest={versions[0]} />
      <div className={styles.side}>
        {dirty && behind ? (
          <ConflictPanel
            baseVersion={base.version}
            currentVersion={current.version}
            versions={versions}
            changes={changesBetween(base, current)}
            onTakeTheirs={editor.discard}
            onRebase={editor.takeOver}
          />
        ) : null}
        <ConfigResult
          base={base}
          nextVersion={current.version + 1}
          settings={settings}
          changed={changes.length > 0}
          buckets={buckets}
          asOf={config.asOf ?? initial.asOf}
        />
      </div>
    </div>
  );
}

interface ConfigFormProps {
  readonly editor: ConfigEditor;
  readonly version: number;
  readonly newest: GroupVersionView | undefined;
}

function ConfigForm({ editor, version, newest }: ConfigFormProps) {
  const { form, blocker, dirty, changes } = editor;
  const element = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', () => element.current?.requestSubmit(), 'Save the configuration', blocker === null);
  // A version conflict has a panel of its own.
  const failure = form.failure?.field === 'version' || !dirty ? null : form.failure;
  const note = dirty ? (blocker ?? plural(changes.length, 'change')) : editor.mayNotEdit;
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
        <h2>Policy</h2>
        <span className="panel-end tiny text-3">
          v{version}
          {newest === undefined ? null : (
            <>
              , <Time at={newest.at} style="day-clock" />, {newest.actor}
            </>
          )}
        </span>
      </header>
      <div className={`panel-body ${styles.fields}`}>
        <PolicyFields
          draft={editor.draft}
          saved={editor.saved}
          problems={editor.problems}
          errorOf={form.errorOf}
          onChange={editor.edit}
        />
      </div>
      <div className={styles.foot}>
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
            Save as v{version + 1}
          </Button>
          {dirty ? (
            <Button variant="ghost" onClick={editor.discard}>
              Discard
            </Button>
          ) : null}
          <span className="small text-3">{note}</span>
        </div>
      </div>
    </form>
  );
}
