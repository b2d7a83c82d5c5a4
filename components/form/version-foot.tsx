import type { ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { FormFailure } from '@/components/form/form-failure';
import { TextInput } from '@/components/form/inputs';
import { Button } from '@/components/ui/button';
import type { ActionFailure } from '@/lib/model/action-result';
import type { Slow } from './use-action';
import { VERSION_FORM } from './conflict-words';
import styles from './version.module.css';
import { t } from '@/lib/model/language/t';

interface VersionFootProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly reasonError?: string | null | undefined;
  /** What the server said against the last try. */
  readonly failure: ActionFailure | null;
  readonly slow: Slow;
  readonly dirty: boolean;
  readonly onDiscard: () => void;
  /** Someone else saved; null: no one did. */
  readonly conflict: ReactNode;
  /** Beside the buttons: what is missing, or how much is changed. */
  readonly note: ReactNode;
  /** At the foot of the page, apart from its form. */
  readonly isBar?: boolean;
  /** Of a bar: what it would save. */
  readonly lead?: ReactNode;
  /** The button that saves. */
  readonly children: ReactNode;
}

/** Below the fields of settings with versions: why, save or discard. */
export function VersionFoot(props: VersionFootProps) {
  const { reason, onReason, reasonError, failure, slow, dirty, onDiscard, conflict, note, children } = props;
  const { isBar = false, lead } = props;
  return (
    <div className={isBar ? `foot-bar ${styles.bar}` : styles.foot}>
      {lead === undefined ? null : <p className={`small ${styles.lead}`}>{lead}</p>}
      <Field label={t('Reason, kept in the history')} error={reasonError}>
        <TextInput
          name="reason"
          form={VERSION_FORM}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
          placeholder={t('Why now?')}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
      {conflict}
      <FormFailure failure={failure} slow={slow} form={VERSION_FORM} />
      <div className="row wrap">
        {children}
        {dirty ? (
          <Button variant="ghost" onClick={onDiscard}>
            {t('Discard changes')}
          </Button>
        ) : null}
        <span className="small text-3">{note}</span>
      </div>
    </div>
  );
}
