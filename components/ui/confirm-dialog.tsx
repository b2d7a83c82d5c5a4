'use client';

import { useState, type FormEvent, type ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { TextArea, TextInput } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import type { ActionResult } from '@/lib/model/action-result';
import { missingFrom } from './confirm-dialog.model';

interface ConfirmDialogProps<T> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** What happens, what can still be undone, until when. */
  readonly children: ReactNode;
  /** Names verb and scope: "Recall 197 not yet fetched". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Asks for a reason that goes to the audit log. */
  readonly requireReason?: boolean;
  readonly initialReason?: string;
  /** Asks to type this number or name: only for what destroys. */
  readonly requireTyped?: string;
  readonly run: (input: { readonly reason: string }) => Promise<ActionResult<T>>;
  readonly onDone?: (data: T) => unknown;
}

/** Confirm with reason. Stays open with the error when the action refuses; closes only when it is done. */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { open, onOpenChange, title, children, confirmLabel, cancelLabel = 'Cancel', danger = false } = props;
  const [reason, setReason] = useState(props.initialReason ?? '');
  const [typed, setTyped] = useState('');
  const { run, ...action } = useAction();
  const missing = missingFrom({
    reason: props.requireReason === true ? reason : null,
    typed: props.requireTyped === undefined ? null : { given: typed, expected: props.requireTyped },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(
      () => props.run({ reason: reason.trim() }),
      (data) => {
        setTyped('');
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
        onOpenChange(false);
      }}
      form={{ ...action, onSubmit: submit }}
      submitLabel={confirmLabel}
      cancelLabel={cancelLabel}
      danger={danger}
      blocker={missing}
    >
      {props.requireReason === true ? (
        <Field label="Reason, kept in the audit log">
          <TextArea
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            placeholder="Why now?"
            rows={2}
            maxLength={500}
          />
        </Field>
      ) : null}
      {props.requireTyped === undefined ? null : (
        <Field label={`Type ${props.requireTyped} to confirm`}>
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
