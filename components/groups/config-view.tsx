'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useBrake } from '@/components/live/live-provider';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { updateGroupAction } from '@/lib/console/actions/update-group';
import type { GroupConfig } from '@/lib/console/queries/group-config';
import type { GroupView } from '@/lib/console/queries/groups';
import type { ReadResult } from '@/lib/model/read-result';
import { changesBetween, rebase } from './changes.model';
import { ConfigResult } from './config-result';
import { ConflictPanel } from './conflict-panel';
import { draftOf, type GroupDraft, readDraft } from './draft.model';
import styles from './groups.module.css';
import { PolicyFields } from './policy-fields';

interface ConfigViewProps {
  readonly initial: ReadResult<GroupConfig>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

interface Editing {
  /** What the edit started from. */
  readonly base: GroupView;
  readonly draft: GroupDraft;
}

export function ConfigView({ initial, mayNotEdit }: ConfigViewProps) {
  const { name } = initial.data.group;
  const config = useLiveQuery<GroupConfig>({
    url: '/api/console/group-config',
    params: { group: name },
    initial,
    live: { kinds: ['group', 'message'], group: name },
  });
  const { group: current, versions, buckets } = config.data ?? initial.data;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [reason, setReason] = useState('');
  const toast = useToast();
  const base = editing?.base ?? current;
  const saved = draftOf(base);
  const draft = editing?.draft ?? saved;
  const { settings, problems } = readDraft(draft);
  const changes = settings === null ? [] : changesBetween(base, settings);
  const dirty = editing !== null && (settings === null || changes.length > 0);
  useBrake(dirty, 'Paused while editing');

  const stop = (): void => {
    setEditing(null);
    setReason('');
  };
  const form = useActionForm(
    {
      action: async (input: Parameters<typeof updateGroupAction>[0]) => {
        const result = await updateGroupAction(input);
        // The brake holds live reads while editing; after a conflict is the moment to look.
        if (!result.ok && result.error.field === 'version') config.retry();
        return result;
      },
      input: () => (settings === null ? null : { name, version: base.version, ...settings, reason: reason.trim() }),
      onDone: ({ version }) => {
        stop();
        config.retry();
        toast(`Saved as v${version}`);
      },
    },
    ['maxRetries', 'deliveryOrder', 'retryPolicy', 'consumptionTimeoutMs', 'reason'],
  );
  const behind = current.version > base.version;
  // A conflict has a panel of its own.
  const failure = form.failure?.field === 'version' || !dirty ? null : form.failure;

  const blocker = mayNotEdit ?? (settings === null ? 'A field cannot be read' : changes.length === 0 ? 'Nothing is changed' : behind ? 'Somebody saved meanwhile' : reason.trim() === '' ? 'Reason missing' : null);
  const change = (next: GroupDraft): void => setEditing({ base, draft: next });
  useShortcut('mod+enter', () => document.querySelector<HTMLFormElement>('#group-config')?.requestSubmit(), 'Save the configuration', blocker === null);

  return (
    <div className={styles.form}>
      <form
        id="group-config"
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
            v{current.version}
            {versions[0] === undefined ? null : <>, <Time at={versions[0].at} style="day-clock" />, {versions[0].actor}</>}
          </span>
        </header>
        <div className={`panel-body ${styles.fields}`}>
          <PolicyFields draft={draft} saved={saved} problems={problems} errorOf={form.errorOf} onChange={change} />
        </div>
        <div className={styles.foot}>
          <Field label="Reason, kept in the history" error={form.errorOf('reason')}>
            <TextInput value={reason} onChange={(event) => setReason(event.target.value)} placeholder="Why now?" maxLength={500} autoComplete="off" />
          </Field>
          {failure === null ? null : <Banner tone="danger">{failure.message}</Banner>}
          <div className="row wrap">
            <Button type="submit" variant="primary" keys="⌘↵" pending={form.pending} disabledReason={blocker}>
              Save as v{current.version + 1}
            </Button>
            {dirty ? <Button variant="ghost" onClick={stop}>Discard</Button> : null}
            <span className="small text-3">{blocker !== null && dirty ? blocker : changes.length === 0 ? '' : plural(changes.length, 'change')}</span>
          </div>
        </div>
      </form>
      <div className={styles.side}>
        {editing !== null && dirty && behind ? (
          <ConflictPanel
            baseVersion={base.version}
            currentVersion={current.version}
            versions={versions}
            changes={changesBetween(base, current)}
            onTakeTheirs={stop}
            onRebase={() => setEditing({ base: current, draft: settings === null ? draft : draftOf(rebase(base, settings, current)) })}
          />
        ) : null}
        <ConfigResult base={base} settings={settings} changed={changes.length > 0} buckets={buckets} asOf={config.asOf ?? initial.asOf} />
      </div>
    </div>
  );
}
