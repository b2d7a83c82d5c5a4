'use client';

import { useState } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput, Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useRowEdit } from '@/components/form/use-row-edit';
import { ManagedNote } from '@/components/parts/managed-note';
import { createAlarmChannelAction, putAlarmChannelAction } from '@/lib/console/actions/alarms';
import type { ChannelView } from '@/lib/console/operations/alarms/views';
import { CHANNEL_KINDS, type ChannelKind, MAIL_SECURITY, type MailSecurity } from '@/lib/model/alarm/channel';
import styles from './alarms.module.css';
import { CHANNEL_LABELS, draftOfChannel, inputOfChannel } from './channel-draft.model';
import { KIND_WORDS, SECRET_WORDS, SECURITY_WORDS, urlWords } from './channel-words.model';
import { sentences } from '@/lib/model/language/list';
import { LanguageOptions } from '@/components/language/language-options';
import type { Language } from '@/lib/model/language/languages';
import { t } from '@/lib/model/language/t';

interface ChannelDialogProps {
  /** Null: a new one. */
  readonly editing: ChannelView | null;
  /** The same as the page shows it now. */
  readonly current: ChannelView | null;
  /** Reads it again. */
  readonly reload: () => unknown;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const FIELDS = ['name', 'url', 'secret', 'host', 'port', 'security', 'user', 'from', 'to', 'language'];

export function ChannelDialog({ editing, current, reload, onClose, onDone }: ChannelDialogProps) {
  const [draft, setDraft] = useState(() => draftOfChannel(editing));
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }));
  const { kind, name } = draft;
  const hasUrl = kind === 'webhook' || kind === 'pagerduty' || kind === 'opsgenie';
  const edit = useRowEdit({
    ...{ opened: editing, current, draftOf: draftOfChannel, draft, onDraft: setDraft, reload, labels: CHANNEL_LABELS },
    savedBy: ({ updatedBy, updatedAt }) => ({ actor: updatedBy, at: updatedAt, reason: null }),
    interest: { kinds: ['alarm'] },
  });
  const form = useActionForm(
    {
      action: ({ kind: fixed, ...fields }: ReturnType<typeof inputOfChannel>) =>
        editing === null || edit.version === null
          ? createAlarmChannelAction({ ...fields, kind: fixed })
          : putAlarmChannelAction({ ...fields, id: String(editing.channelId), version: edit.version }),
      input: () => inputOfChannel(draft),
      ...{ onDone, onFailure: edit.onFailure },
    },
    FIELDS,
  );
  const [secretLabel, secretHint] = SECRET_WORDS[kind];
  const text = (field: 'name' | 'url' | 'host' | 'user' | 'from' | 'to', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={form.errorOf(field)}>
      <TextInput value={draft[field]} autoComplete="off" onChange={({ target }) => set({ [field]: target.value })} />
    </Field>
  );
  return (
    <FormDialog
      size="wide"
      title={editing === null ? t('New channel') : t('Edit {name}', { name: editing.name })}
      onClose={onClose}
      form={form}
      submitLabel={editing === null ? t('Create channel') : t('Save')}
      blocker={edit.blocker ?? (name.trim() === '' ? t('Enter a name') : null)}
    >
      <ManagedNote kind="alarm-channel" name={editing?.name ?? null} />
      <div className={styles.fields}>
        {text('name', t('Name'))}
        {editing === null ? (
          <Field label={t('Kind')}>
            <Select value={kind} onChange={({ target }) => set({ kind: target.value as ChannelKind })}>
              {CHANNEL_KINDS.map((each) => (
                <option key={each} value={each}>
                  {t(KIND_WORDS[each])}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </div>
      {hasUrl ? text('url', t('Address'), urlWords(kind)) : null}
      {kind === 'email' ? (
        <>
          <div className={styles.fields}>
            {text('host', t('Mail server'))}
            <Field label={t('Port')} error={form.errorOf('port')}>
              <NumberInput value={draft.port} onChange={(port) => set({ port })} />
            </Field>
            <Field label={t('Encryption')} error={form.errorOf('security')}>
              <Select value={draft.security} onChange={({ target }) => set({ security: target.value as MailSecurity })}>
                {MAIL_SECURITY.map((each) => (
                  <option key={each} value={each}>
                    {t(SECURITY_WORDS[each])}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          {text('user', t('User name'), t('Leave empty if the server needs none.'))}
          {text('from', t('Sender'))}
          {text('to', t('Recipients'), t('Separate addresses with commas.'))}
        </>
      ) : null}
      <Field
        label={t(secretLabel)}
        hint={
          editing?.hasSecret === true
            ? sentences(t(secretHint), t('Leave empty to keep the current one.'))
            : t(secretHint)
        }
        error={form.errorOf('secret')}
      >
        <TextInput
          type="password"
          autoComplete="new-password"
          value={draft.secret}
          onChange={({ target }) => set({ secret: target.value })}
        />
      </Field>
      {kind === 'webhook' ? null : (
        <Field label={t('Language of notifications')} error={form.errorOf('language')}>
          <Select value={draft.language} onChange={({ target }) => set({ language: target.value as Language })}>
            <LanguageOptions />
          </Select>
        </Field>
      )}
      <label className="row">
        <input type="checkbox" checked={draft.enabled} onChange={({ target }) => set({ enabled: target.checked })} />
        {t('Enabled')}
      </label>
      <ConflictPanel {...edit} />
    </FormDialog>
  );
}
