'use client';

import { useState, type ReactNode } from 'react';
import { Field } from './field';
import { FormDialog } from './form-dialog';
import { TextInput } from './inputs';
import type { Override } from './override-state';
import { ReasonField, useReason } from './reason-field';
import { useAction } from './use-action';
import type { ActionResult } from '@/lib/model/action-result';
import { missingFrom } from './confirm-dialog.model';
import { t } from '@/lib/model/language/t';

/** A reason that is asked for is suggested too: from what the page knows. Empty: only the operator knows it. */
type AsksReason =
  | { readonly requireReason: boolean; readonly initialReason: string }
  | { readonly requireReason?: undefined; readonly initialReason?: undefined };

type ConfirmDialogProps<T> = AsksReason & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** What happens, what can still be undone, until when. */
  readonly children: ReactNode;
  /** Names verb and scope: "Recall 197 not yet fetched". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Asks to type this number or name: only for what destroys. */
  readonly requireTyped?: string;
  /** `override`: why it is changed here although git manages it. */
  readonly run: (input: { readonly reason: string } & Override) => Promise<ActionResult<T>>;
  readonly onDone?: (data: T) => unknown;
};

/** Confirm with reason. Stays open with the error when the action refuses; closes only when it is done. */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { open, onOpenChange, title, children, confirmLabel, cancelLabel = t('Cancel'), danger = false } = props;
  const reason = useReason(props.initialReason ?? '');
  const [typed, setTyped] = useState('');
  const { run, ...action } = useAction();
  const missing = missingFrom({
    reason: props.requireReason === true ? reason.text : null,
    typed: props.requireTyped === undefined ? null : { given: typed, expected: props.requireTyped },
  });

  const submit = () => {
    run(
      (more) => props.run({ reason: props.requireReason === true ? reason.text : '', ...more }),
      (data) => {
        setTyped('');
        reason.set(null);
        onOpenChange(false);
        props.onDone?.(data);
      },
    );
  };

  return (
    <FormDialog
      open={open}
      title={title}
      description={children}
      onClose={() => {
        action.forget();
        reason.set(null);
        onOpenChange(false);
      }}
      form={{ ...action, onSubmit: submit }}
      submitLabel={confirmLabel}
      cancelLabel={cancelLabel}
      danger={danger}
      blocker={missing}
    >
      {props.requireReason === true ? <ReasonField reason={reason} required /> : null}
      {props.requireTyped === undefined ? null : (
        <Field label={t('Type {expected} to confirm', { expected: props.requireTyped })} required>
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
    </FormDialog>
  );
}
