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
import { listOf, sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
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
          <Skeleton label={t('Loading the message')} />
        ) : null
      ) : (
        <Editor message={read.data} onChange={onChange} />
      )}
    </div>
  );
}

function hintOf({ hiddenBy }: EditableLetterView): string {
  const kept = t('The group receives this text. The original message is kept, and other groups are not affected.');
  if (hiddenBy.length === 0) return kept;
  const hidden = t(
    `Masking rule {rules} hides values from you. Leave their placeholders in place: the original values are sent with
    the message.`,
    { rules: listOf(hiddenBy) },
  );
  return sentences(hidden, kept);
}

function Editor({ message, onChange }: Pick<PlanEditProps, 'onChange'> & { readonly message: EditableLetterView }) {
  const [draft, setDraft] = useState<EditDraft>(() => editDraftOf(message));
  const { edits, problem, field } = readEdit(message, draft);
  const set = (fields: Partial<EditDraft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    const now = readEdit(message, next);
    onChange({ edits: now.edits, editProblem: now.problem });
  };
  const [edit] = edits?.messages ?? [];
  return (
    <div className={styles.form}>
      <Field label={t('Body')} error={field === 'body' ? problem : null} hint={message.bodyProblem ?? hintOf(message)}>
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
        <Field label={t('Tag')} hint={t('Leave empty for no tag. Consumers that filter by tag see this value.')}>
          <TextInput mono value={draft.tag} onChange={({ target }) => set({ tag: target.value })} />
        </Field>
        <Field label={t('Keys')} hint={t('One per line.')}>
          <TextArea mono rows={2} value={draft.keys} onChange={({ target }) => set({ keys: target.value })} />
        </Field>
      </div>
      <Field
        label={t('Properties')}
        error={field === 'properties' ? problem : null}
        hint={t('name=value, one per line.')}
      >
        <TextArea mono rows={3} value={draft.properties} onChange={({ target }) => set({ properties: target.value })} />
      </Field>
      {edit === undefined ? (
        <p className="small text-2">{t('No changes yet.')}</p>
      ) : (
        <DiffView before={message} after={editMessage(message, edit)} />
      )}
    </div>
  );
}
