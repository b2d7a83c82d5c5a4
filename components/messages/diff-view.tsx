import { useMemo } from 'react';
import { ShownAsReceived } from './body-text';
import { PartBoundary } from '@/components/ui/part-boundary';
import type { EditableMessage } from '@/lib/model/message/editable-message';
import { diffMessages, type ShownLine } from './diff.model';
import styles from './messages.module.css';
import { t } from '@/lib/model/language/t';

interface DiffViewProps {
  readonly before: EditableMessage;
  readonly after: EditableMessage;
}

/** What a message was and what it becomes, side by side; struck and bold, so that no colour carries it alone. */
export function DiffView(props: DiffViewProps) {
  return (
    <PartBoundary what={t('The comparison')}>
      <Compared {...props} />
    </PartBoundary>
  );
}

function Compared({ before, after }: DiffViewProps) {
  const diff = useMemo(() => diffMessages(before, after), [before, after]);
  return (
    <>
      {diff.tooLong === null ? null : <ShownAsReceived {...diff.tooLong} />}
      <div className={styles.diff}>
        <Side label={t('Before the change')} lines={diff.before} />
        <Side label={t('After the change')} lines={diff.after} />
      </div>
    </>
  );
}

function Side({ label, lines }: { readonly label: string; readonly lines: readonly ShownLine[] }) {
  return (
    <pre aria-label={label} tabIndex={0}>
      {lines.map(({ text, kind }, place) => {
        const key = place;
        const line = text === '' ? ' ' : text;
        return (
          <div key={key}>
            {kind === 'same' ? (
              line
            ) : kind === 'fold' ? (
              <span className="text-3">{line}</span>
            ) : kind === 'old' ? (
              <del className={styles.old}>{line}</del>
            ) : (
              <ins className={styles.new}>{line}</ins>
            )}
          </div>
        );
      })}
    </pre>
  );
}
