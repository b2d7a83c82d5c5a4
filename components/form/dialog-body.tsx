'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './dialog.module.css';
import { t } from '@/lib/model/language/t';

export interface DialogProps {
  readonly open: boolean;
  /** By accident: with Esc or a click beside the dialog. */
  readonly onOpenChange: (open: boolean, byAccident: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly size?: 'normal' | 'wide';
}

const ACCIDENTS: ReadonlySet<string> = new Set(['escape-key', 'outside-press']);

/** The dialog itself, with what holds the focus in it. */
export function DialogBody({ open, onOpenChange, title, description, children, footer, size = 'normal' }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next, { reason }) => onOpenChange(next, ACCIDENTS.has(reason))}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={() => firstField(popup.current)}
          onKeyDown={submitByKey}
          className={size === 'wide' ? `${styles.popup} ${styles.wide}` : styles.popup}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label={t('Close')}>
              <Icon of={X} />
            </Base.Close>
          </header>
          <div className={styles.body}>
            {description === undefined ? null : (
              <Base.Description className={styles.description} render={<div />}>
                {description}
              </Base.Description>
            )}
            {children}
          </div>
          {footer === undefined ? null : <footer className={styles.foot}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** From wherever the focus is. The form knows whether it can be sent, as for its button. */
function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector('form')?.requestSubmit();
}

/** Typing goes to the first field, not to the close button that happens to come before it; in a text, to its end. */
function firstField(popup: HTMLElement | null): HTMLElement | true {
  const field = popup?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select');
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
  return field ?? true;
}
