import { VisibleText } from './visible-text';

interface ErrorTextProps {
  readonly errorType: string;
  readonly message: string | null;
  readonly stack: string | null;
  readonly className: string | undefined;
}

/** All that an application said about a delivery that failed: what it is first, then where. */
export function ErrorText({ errorType, message, stack, className }: ErrorTextProps) {
  const below = stackBelow({ stack, message });
  return (
    <pre className={className} tabIndex={0} aria-label="Error text">
      <b>
        <VisibleText text={message === null || message === '' ? errorType : `${errorType}: ${message}`} />
      </b>
      {below === '' ? null : (
        <span className="text-2">
          {'\n'}
          <VisibleText text={below} />
        </span>
      )}
    </pre>
  );
}

/** The stack to stand below its message: it often begins with the message once more. */
function stackBelow({ stack, message }: { readonly stack: string | null; readonly message: string | null }): string {
  const text = stack ?? '';
  const first = text.indexOf('\n');
  const begins = message !== null && message !== '' && first !== -1 && text.slice(0, first).includes(message);
  return begins ? text.slice(first + 1) : text;
}
