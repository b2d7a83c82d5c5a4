import type { ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import styles from './groups.module.css';

interface VersionFootProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly reasonError?: string | null | undefined;
  /** What the server said against the last try. */
  readonly failure: string | null;
  readonly dirty: boolean;
  readonly onDiscard: () => void;
  /** Beside the buttons: what is missing, or how much is changed. */
  readonly note: ReactNode;
  /** The button that saves. */
  readonly children: ReactNode;
}

/** Below the fields of settings with versions: why, save or discard. */
export function VersionFoot(props: VersionFootProps) {
  const { reason, onReason, reasonError, failure, dirty, onDiscard, note, children } = props;
  return (
    <div className={styles.foot}>
      <Field label="Reason, kept in the history" error={reasonError}>
        <TextInput
          name="reason"
          value={reason}
          onChange={(event) => onReason(event.target.value)}
          placeholder="Why now?"
          maxLength={500}
          autoComplete="off"
        />
      </Field>
      {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
      <div className="row wrap">
        {children}
        {dirty ? (
          <Button variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        <span className="small text-3">{note}</span>
      </div>
    </div>
  );
}
