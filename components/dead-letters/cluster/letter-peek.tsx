'use client';

import { ArrowUpRight, X } from 'lucide-react';
import { shorten } from '@/components/parts/names';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useHere } from '@/components/live/use-here';
import { useLiveQuery } from '@/components/live/use-live-query';
import styles from '@/components/messages/peek.module.css';
import { pageOf, type Peeked } from '@/components/messages/peek.model';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useModule } from '@/components/ui/use-module';
import { chooseLetter } from './letter.model';
import { t } from '@/lib/model/language/t';

export const loadLetterPeek = () => import('./letter-told');

interface LetterPeekProps {
  readonly peeked: Peeked;
  readonly onClose: () => void;
}

/** One dead letter of a cluster beside the list, which keeps its place. */
export function LetterPeek({ peeked, onClose }: LetterPeekProps) {
  const { messageId, group } = peeked;
  const here = useHere();
  const message = useLiveQuery('letter', { id: messageId }, { live: { kinds: ['dead-letter'] } });
  const part = useModule(loadLetterPeek, true);
  useShortcut('escape', onClose, t('Close the dead letter'));
  const data = message.isPrevious ? undefined : message.data;
  const letter = data === undefined ? undefined : chooseLetter(data.letters, group);
  return (
    <aside className={styles.peek} aria-label={t('Dead letter {messageId}', { messageId })} tabIndex={-1}>
      <header className={styles.head}>
        <b className="mono" title={messageId}>
          {shorten(messageId)}
        </b>
        <span className="grow" />
        <ButtonLink href={here(pageOf(peeked))} size="small" variant="ghost" icon={ArrowUpRight} keys="↵">
          {t('Open message')}
        </ButtonLink>
        <Button size="small" variant="ghost" icon={X} keys={t('Esc')} onClick={onClose}>
          <span className="visually-hidden">{t('Close')}</span>
        </Button>
      </header>
      {message.error === null ? null : <EmptyState kind="could-not-load">{message.error.message}</EmptyState>}
      {part === 'failed' ? (
        <EmptyState kind="could-not-load">{t('Close the panel and open it again.')}</EmptyState>
      ) : null}
      {(letter === undefined || part === undefined) && message.error === null ? (
        <Skeleton label={t('Loading the dead letter')} />
      ) : null}
      {letter === null ? (
        <EmptyState kind="none-in-range">{t('This dead letter is no longer stored here.')}</EmptyState>
      ) : null}
      {letter == null || data === undefined || part === undefined || part === 'failed' ? null : (
        <part.LetterTold letter={letter} messageId={messageId} bodyNotAllowed={data.bodyNotAllowed} />
      )}
    </aside>
  );
}
