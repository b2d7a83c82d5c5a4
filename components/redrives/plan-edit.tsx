'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { TextArea, TextInput } from '@/components/form/inputs';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Skeleton } from '@/components/ui/skeleton';
import type { EditableLetterView, RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { editMessage } from '@/lib/model/message/editable-message';
import { DiffView } from '@/components/messages/diff-view';
import { type EditDraft, editDraftOf, readEdit } from './edit.model';
import styles from './plan.module.css';
import type { StartDraft } from './start.model';

interface PlanEditProps {
  readonly plan: RedrivePlanView;
  readonly onChange: (fields: Partial<StartDraft>) => void;
}

export function PlanEdit({ plan: { group, selection }, onChange }: PlanEditProps) {
  const [letter] = selection.deadLetterIds ?? [];
  const [message] = selection.messageIds ?? [];
  const read = useLiveQuery(
    'redriveEditable',
    { group, ...(message === undefined ? { letter: String(letter ?? '') } : { message }) },
    { live: { kinds: [] } },
  );
  return (
    <div className="panel-body">
      <ReadProblem error={read.error} onRetry={read.retry} />
      {read.data === undefined ? (
        read.error === null ? (
          <Skeleton label="Loading the message" />
        ) : null
      ) : (
        <Editor message={read.data} onChange={onChange} />
      )}
    </div>
  );
}

function hintOf({ hiddenBy }: EditableLetterView): string {
  const kept = 'The group gets what stands here; the message as it was is kept, and other groups keep theirs.';
  if (hiddenBy.length === 0) return kept;
  const hidden = `Values are hidden from you by rule ${hiddenBy.join(', ')}`;
  return `${hidden}: leave what stands in their places, and they go with the message. ${kept}`;
}

function Editor({ message, onChange }: Pick<PlanEditProps, 'onChange'> & { readonly message: EditableLetterView }) {
  const [draft, setDraft] = useState<EditDraft>(() => editDraftOf(message));
  const { edits, problem } = readEdit(message, draft);
  const set = (fields: Partial<EditDraft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    const now = readEdit(message, next);
    onChange({ edits: now.edits, editProblem: now.problem });
  };
  const [edit] = edits?.messages ?? [];
  return (
    <div className={styles.form}>
      <Field
        label="Body"
        error={problem?.includes('body') === true ? problem : null}
        hint={message.bodyProblem ?? hintOf(message)}
      >
        <TextArea
          mono
          rows={10}
          value={draft.body}
          readOnly={message.bodyProblem !== null}
          spellCheck={false}
          onChange={({ target }) => set({ body: target.value })}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Tag" hint="Empty: none. A consumer that filters by tag sees this one.">
          <TextInput mono value={draft.tag} onChange={({ target }) => set({ tag: target.value })} />
        </Field>
        <Field label="Keys" hint="One per line.">
          <TextArea mono rows={2} value={draft.keys} onChange={({ target }) => set({ keys: target.value })} />
        </Field>
      </div>
      <Field
        label="Properties"
        error={problem?.includes('property') === true ? problem : null}
        hint="name=value, one a line."
      >
        <TextArea mono rows={3} value={draft.properties} onChange={({ target }) => set({ properties: target.value })} />
      </Field>
      {edit === undefined ? (
        <p className="small text-2">Nothing is changed yet.</p>
      ) : (
        <DiffView before={message} after={editMessage(message, edit)} />
      )}
    </div>
  );
}
