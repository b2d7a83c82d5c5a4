'use client';

import { useState, type ReactNode } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from './dialog';
import type { DialogProps } from './dialog-body';
import type { ActionFailure } from '@/lib/model/action-result';
import { Form, type Submit } from './form';
import { FormFailure } from './form-failure';
import type { Slow } from './use-action';
import { t } from '@/lib/model/language/t';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly form: {
    readonly onSubmit: Submit;
    readonly pending: boolean;
    readonly slow?: Slow | undefined;
    readonly failure: ActionFailure | null;
  };
  /** Names verb and scope: "Create topic". */
  readonly submitLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** The browser alone can tell a half-typed date from none. */
  readonly browserChecks?: boolean;
  /** Why it cannot be submitted yet; null: it can. */
  readonly blocker?: string | null;
  /** Beside the submit button. */
  readonly more?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * A dialog that is a form: fields, what the server said, cancel and submit. Esc and a click beside it close it as long
 * as nothing was typed; after that they ask once more, because they happen by accident. Cancel never asks.
 */
export function FormDialog(props: FormDialogProps) {
  const { open = true, size = 'normal', onClose, form, blocker = null } = props;
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  const [wasPending, setWasPending] = useState(false);
  if (form.pending !== wasPending) {
    setWasPending(form.pending);
    // A dialog that stays open after its submit went through has nothing unsaved.
    if (wasPending && form.failure === null) setTyped(false);
  }
  // a dialog that opens again starts fresh
  if (!open && typed) setTyped(false);
  if (!open && asking) setAsking(false);
  return (
    <Dialog
      open={open}
      title={props.title}
      description={props.description}
      size={size}
      onOpenChange={(next, byAccident) => {
        if (next) return;
        if (typed && !asking && byAccident) setAsking(true);
        else onClose();
      }}
    >
      <Form
        className="col col-wide"
        noValidate={props.browserChecks !== true}
        onChange={() => {
          setTyped(true);
          setAsking(false);
        }}
        blocker={blocker}
        onSubmit={(event) => {
          setAsking(false);
          form.onSubmit(event);
        }}
      >
        {props.children}
        <FormFailure failure={form.failure} slow={form.slow} />
        {asking ? <Banner tone="warning">{t('What you typed is not saved. Close again to discard it.')}</Banner> : null}
        <div className="row wrap">
          <Button onClick={onClose} keys="Esc">
            {props.cancelLabel ?? t('Cancel')}
          </Button>
          <span className="grow" />
          {props.more}
          <Button
            type="submit"
            variant={props.danger === true ? 'danger' : 'primary'}
            keys="⌘↵"
            pending={form.pending}
            disabledReason={blocker}
          >
            {props.submitLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
