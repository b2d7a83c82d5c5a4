'use client';

import { ArrowUpRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { shorten } from '@/components/parts/names';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { MessageView } from '@/lib/console/operations/messages/views';
import styles from './peek.module.css';

interface PeekFrameProps {
  /** What the list calls its rows. */
  readonly noun: 'Letter' | 'Message';
  readonly messageId: string;
  /** The page of its own. */
  readonly href: string;
  readonly onClose: () => void;
  readonly badge?: (data: MessageView) => ReactNode;
  readonly children: (data: MessageView) => ReactNode;
}

/** One message beside a list, which keeps its place: read live, opened on a page of its own, closed with Esc. */
export function PeekFrame({ noun, messageId, href, onClose, badge, children }: PeekFrameProps) {
  const message = useLiveQuery(
    'message',
    { id: messageId },
    { live: { kinds: ['message', 'dead-letter', 'redrive'], messageId } },
  );
  useShortcut('escape', onClose, `Close the ${noun.toLowerCase()}`);
  const data = message.isPrevious ? undefined : message.data;
  const key = data?.places[0]?.messageGroup ?? data?.places[0]?.keys[0] ?? null;
  return (
    <aside className={styles.peek} aria-label={`${noun} ${messageId}`} tabIndex={-1}>
      <header className={styles.head}>
        <b title={key ?? messageId} className={key === null ? 'mono' : undefined}>
          {key ?? shorten(messageId)}
        </b>
        {data === undefined ? null : badge?.(data)}
        <span className="grow" />
        <ButtonLink href={href} size="small" variant="ghost" icon={ArrowUpRight} keys="↵">
          Open
        </ButtonLink>
        <Button size="small" variant="ghost" icon={X} keys="Esc" onClick={onClose}>
          <span className="visually-hidden">Close</span>
        </Button>
      </header>
      {key === null ? null : (
        <p className={styles.id} title={messageId}>
          {messageId}
          <CopyButton text={messageId} label="Copy the message id" />
        </p>
      )}
      {message.error === null ? null : <EmptyState kind="could-not-load">{message.error.message}</EmptyState>}
      {data === undefined && message.error === null ? <Skeleton label={`Loading the ${noun.toLowerCase()}`} /> : null}
      {data === undefined ? null : children(data)}
    </aside>
  );
}
