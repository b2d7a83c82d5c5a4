import type { ReadData } from '@/lib/console/reads/registry';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

type Found = Pick<ReadData<'clusterMessages'>, 'traceId' | 'traceUrl' | 'compared' | 'isTopicTraced' | 'topic'>;

/** What a search knows of a trace: its page in the trace store, how far messages were compared, where it was sent. */
export function TraceFound({ found }: { readonly found: Found }) {
  const words = traceWords(found);
  const { traceUrl } = found;
  if (words === '' && traceUrl === null) return null;
  return (
    <p className="small text-2 prose">
      {words}{' '}
      {traceUrl === null ? null : (
        <a href={traceUrl} target="_blank" rel="noopener noreferrer">
          {t('Open the trace in {host}', { host: new URL(traceUrl).host })}
        </a>
      )}
    </p>
  );
}

export function traceWords({ traceId, traceUrl, compared, isTopicTraced, topic }: Found): string {
  return sentences(
    isTopicTraced && topic !== null ? t('A 4.x producer traced that it sent the message to {topic}.', { topic }) : '',
    compared === null
      ? ''
      : compared.left === 0
        ? t('The trace of each message of the topic was compared ({messages, number}).', compared)
        : t(
            `The trace of the newest {messages, number} messages of the topic was compared. Brokers have no index of
            traces: {left, number} older ones were not compared.`,
            compared,
          ),
    traceId !== null && traceUrl === null ? t('To open traces from here, set a trace link in Settings.') : '',
  );
}
