import type { EditableMessage } from '@/lib/model/editable-message';
import { type DiffLine, diffLines } from '@/lib/model/line-diff';
import { linesOfMessage } from './edit.model';
import styles from './plan.module.css';

/** What a message was and what it becomes, side by side; struck and bold, so that no colour carries it alone. */
export function DiffView({ before, after }: { readonly before: EditableMessage; readonly after: EditableMessage }) {
  const diff = diffLines(linesOfMessage(before), linesOfMessage(after));
  return (
    <div className={styles.diff}>
      <Side label="Before" lines={diff.before} />
      <Side label="After" lines={diff.after} />
    </div>
  );
}

function Side({ label, lines }: { readonly label: string; readonly lines: readonly DiffLine[] }) {
  return (
    <pre aria-label={label} tabIndex={0}>
      {lines.map(({ text, kind }, place) => {
        const key = place;
        const line = text === '' ? ' ' : text;
        return (
          <div key={key}>
            {kind === 'same' ? (
              line
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
