'use client';

import { useState } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import { useActionForm } from '@/components/form/use-action-form';
import { useRowEdit } from '@/components/form/use-row-edit';
import { ManagedNote } from '@/components/parts/managed-note';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/form/dialog';
import { useToast } from '@/components/ui/toast';
import { removeLimitAction, setLimitAction } from '@/lib/console/actions/limits';
import type { LimitView } from '@/lib/console/operations/limits/views';
import { limitEntryName } from '@/lib/model/managed/managed';
import { blockerOf, draftOf, existingOf, limitLabels, type LimitDraft, readDraft } from './limit-dialog.model';
import { KeyFields, NumberFields } from './limit-fields';
import { formatAmount, limitWords } from './throttling.model';
import { WhatIfNote } from './what-if-note';
import { t } from '@/lib/model/language/t';

interface LimitDialogProps {
  /** Null: a new one. */
  readonly limit: LimitView | null;
  /** The same limit as the page shows it now: another version means that it was changed meanwhile. */
  readonly current: LimitView | null;
  readonly topic: string | null;
  /** All there are: of what has one already, there is no new one. */
  readonly limits: readonly LimitView[];
  readonly onEdit: (limit: LimitView) => void;
  readonly onClose: () => void;
  /** Something changed, or the page is behind: read it again. */
  readonly onChanged: () => void;
}

const FIELDS = ['hard', 'softShare', 'burstMs', 'subject', 'topic', 'group', 'reason'];

/** Makes, changes or removes a limit: what it would have done to the last hour is beside it. */
export function LimitDialog({ limit, current, topic, limits, onEdit, onClose, onChanged }: LimitDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(limit, topic));
  const toast = useToast();
  const read = readDraft(draft);
  const key = { kind: draft.kind, scope: draft.scope, subject: draft.scope === 'broker' ? '' : draft.subject.trim() };
  const words = limitWords(key.kind, key.scope, key.subject);
  const done = (text: string) => () => {
    toast(text);
    onChanged();
    onClose();
  };
  const edit = useRowEdit({
    ...{ opened: limit, current, draftOf: (row: LimitView) => draftOf(row, null), draft, onDraft: setDraft },
    labels: limitLabels(),
    savedBy: ({ updatedBy, updatedAt, reason }) => ({
      ...{ actor: updatedBy, at: updatedAt, reason: reason === '' ? null : reason },
    }),
    ...{ reload: onChanged, interest: { kinds: ['limit'] } },
  });
  const version = edit.version ?? 0;
  const form = useActionForm(
    {
      action: setLimitAction,
      input: () => (read === null ? null : { ...key, ...read, enabled: draft.enabled, version, reason: draft.reason }),
      ...{ onDone: done(t('{limit}: saved and in effect', { limit: words })), onFailure: edit.onFailure },
    },
    FIELDS,
  );
  const removal = useAction();
  const remove = (): void =>
    removal.run(
      (more) => removeLimitAction({ ...key, version, reason: draft.reason, ...more }),
      done(t('{limit}: removed', { limit: words })),
      edit.onFailure,
    );
  const existing = limit === null ? existingOf(limits, draft) : undefined;
  const blocker = edit.blocker ?? (existing === undefined ? blockerOf(draft, limit) : t('This limit already exists'));
  const change = (fields: Partial<LimitDraft>): void => setDraft({ ...draft, ...fields });
  const failure = removal.failure ?? form.failure;
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        limit === null
          ? t('New limit')
          : t('Edit limit: {limit}', { limit: limitWords(limit.kind, limit.scope, limit.subject) })
      }
    >
      <Form
        className="col col-wide"
        noValidate
        blocker={blocker}
        onSubmit={(event) => {
          removal.forget();
          form.onSubmit(event);
        }}
      >
        <ManagedNote kind="limit" name={limit === null ? null : limitEntryName(limit)} />
        {limit === null ? <KeyFields draft={draft} onDraft={setDraft} errorOf={form.errorOf} /> : null}
        <ThereIsOne limit={existing} onEdit={onEdit} />
        <NumberFields
          draft={draft}
          saved={limit === null ? null : draftOf(limit, null)}
          onChange={change}
          errorOf={form.errorOf}
        />
        <label className="row small">
          <input
            type="checkbox"
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.target.checked })}
          />
          {t('Enabled')}
        </label>
        <WhatIfNote limitKey={key} read={read} />
        <Field label={t('Reason, kept in the audit log')} error={form.errorOf('reason')}>
          <TextArea
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
            placeholder={t('Why now?')}
            rows={2}
            maxLength={500}
          />
        </Field>
        <FormFailure
          failure={failure}
          slow={removal.slow || form.slow}
          {...(removal.failure === null ? {} : { onAgain: remove })}
        />
        <ConflictPanel {...edit} />
        <div className="row wrap">
          <Button onClick={onClose} keys="Esc">
            {t('Cancel')}
          </Button>
          <span className="grow" />
          {limit === null ? null : (
            <Button
              variant="danger"
              pending={removal.pending}
              disabledReason={draft.reason.trim() === '' ? t('Enter a reason') : null}
              onClick={remove}
            >
              {t('Remove limit')}
            </Button>
          )}
          <Button type="submit" variant="primary" keys="⌘↵" pending={form.pending} disabledReason={blocker}>
            {t('Save limit')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What is limited already is not limited again. */
function ThereIsOne({
  limit,
  onEdit,
}: {
  readonly limit: LimitView | undefined;
  readonly onEdit: (limit: LimitView) => void;
}) {
  if (limit === undefined) return null;
  const { hard, unit, version, updatedBy } = limit;
  const given = { amount: formatAmount(hard, unit), version, name: updatedBy };
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" onClick={() => onEdit(limit)}>
          {t('Edit existing limit')}
        </Button>
      }
    >
      {limit.enabled
        ? t('This limit already exists: {amount}, rule v{version, number} by {name}.', given)
        : t('This limit already exists: {amount}, rule v{version, number} by {name}, disabled.', given)}
    </Banner>
  );
}
