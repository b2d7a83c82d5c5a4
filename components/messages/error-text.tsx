import { classNames } from '@/components/ui/class-names';
import { type ErrorPiece, stackPieces } from './error-text.model';
import styles from './messages.module.css';
import { VisibleText } from './visible-text';
import { t } from '@/lib/model/language/t';

interface ErrorTextProps {
  readonly errorType: string;
  readonly message: string | null;
  readonly stack: string | null;
  readonly className: string | undefined;
  /** False: each line stays one line, and the text scrolls. */
  readonly wraps?: boolean;
}

/** All that an application reported about a failed delivery: the error first, then where it was thrown. */
export function ErrorText({ errorType, message, stack, className, wraps = true }: ErrorTextProps) {
  const below = stackBelow({ stack, message });
  return (
    <pre
      className={classNames(className, wraps ? undefined : styles.unwrapped)}
      tabIndex={0}
      aria-label={t('Error text')}
    >
      <b>
        <VisibleText text={errorType} />
      </b>
      {message === null || message === '' ? null : <VisibleText text={`: ${message}`} />}
      {below === '' ? null : (
        <>
          {'\n'}
          {stackPieces(below).map((piece, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no identity but their place
            <Piece key={index} piece={piece} />
          ))}
        </>
      )}
    </pre>
  );
}

function Piece({ piece: { text, tone } }: { readonly piece: ErrorPiece }) {
  if (tone === 'bold')
    return (
      <b>
        <VisibleText text={text} />
      </b>
    );
  return tone === 'quiet' ? (
    <span className="text-3">
      <VisibleText text={text} />
    </span>
  ) : (
    <VisibleText text={text} />
  );
}

/** The stack to stand below its message: it often begins with the message once more. */
function stackBelow({ stack, message }: { readonly stack: string | null; readonly message: string | null }): string {
  const text = stack ?? '';
  const first = text.indexOf('\n');
  const begins = message !== null && message !== '' && first !== -1 && text.slice(0, first).includes(message);
  return begins ? text.slice(first + 1) : text;
}
