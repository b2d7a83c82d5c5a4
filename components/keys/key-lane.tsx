'use client';

import { shorten } from '@/components/parts/names';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Time } from '@/components/ui/time';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { Made } from './key-columns';
import styles from './keys.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface KeyLaneProps {
  readonly row: BlockedKeyView;
  readonly onRead: (messageId: string) => void;
}

/** The head of a key, the first messages behind it in their order, and how many more there are. */
export function KeyLane({ row, onRead }: KeyLaneProps) {
  const { group, topic, queueNo, key, head, headId, headOff, behind } = row;
  const next = useLiveQuery(
    'keyLane',
    { group, topic, queueNo, key: key ?? '', after: headOff ?? -1 },
    { live: { kinds: ['group', 'message', 'dead-letter'], group }, enabled: key !== null && behind > 0 },
  );
  const shown = next.isPrevious ? [] : (next.data ?? []);
  const more = behind - shown.length;
  return (
    <ol className={styles.lane} aria-label={t('Order of the key')}>
      <li className={styles.box} data-head="true">
        <div className="small">{head === null ? t('no message in progress') : t('head')}</div>
        {headId === null ? (
          <span className="text-3">
            {head === null ? t('the next message is still in the log') : t('no longer kept')}
          </span>
        ) : (
          <MessageButton messageId={headId} onRead={onRead} />
        )}
        <div className="small">
          <Made row={row} />
        </div>
      </li>
      {shown.map(({ messageId, storedAt }, index) => (
        <li key={messageId} className={styles.box}>
          <div className="small text-3">+{index + 1}</div>
          <MessageButton messageId={messageId} onRead={onRead} />
          <div className="small text-3">
            <Said of={pieces('stored {time}', { time: <Time at={storedAt} /> })} />
          </div>
        </li>
      ))}
      {more > 0 || behind === 0 ? (
        <li className={styles.box} data-rest="true">
          <Said
            of={
              shown.length > 0
                ? pieces('<b>{count, number}</b> more', { count: Math.max(0, more) })
                : pieces('<b>{count, number}</b> waiting behind it', { count: Math.max(0, more) })
            }
          />
        </li>
      ) : null}
    </ol>
  );
}

function MessageButton({ messageId, onRead }: { readonly messageId: string; readonly onRead: (id: string) => void }) {
  return (
    <button
      type="button"
      data-row={messageId}
      className={`${styles.message} mono`}
      title={messageId}
      onClick={() => onRead(messageId)}
    >
      {shorten(messageId)}
    </button>
  );
}
