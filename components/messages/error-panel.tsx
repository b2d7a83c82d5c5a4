import { CopyButton } from '@/components/ui/copy-button';
import { Time } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { ErrorText } from './error-text';
import styles from './messages.module.css';

/** The error of the last delivery that failed, whole and first: it is why one opens the page. */
export function ErrorPanel({ timeline }: { readonly timeline: MessageTimeline }) {
  const [last] = timeline.reasons;
  if (last === undefined || timeline.state === 'consumed') return null;
  const { generation, attempt, errorType, message, stack, reportedAt } = last;
  const client = timeline.deliveries.find((each) => each.generation === generation && each.attempt === attempt)?.client;
  return (
    <section className="panel" aria-label="Error">
      <header>
        <h2>Error</h2>
        <span className="small text-2">
          delivery {attempt}, reported at <Time at={reportedAt} />
          {client == null ? '' : ` by ${client}`}
        </span>
        <span className="panel-end">
          <CopyButton text={[`${errorType}: ${message}`, stack].filter((part) => part !== null).join('\n')} showLabel />
        </span>
      </header>
      <ErrorText {...{ errorType, message, stack }} className={styles.error} />
    </section>
  );
}
