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
import { type Load, useModule } from '@/components/ui/use-module';
import type { MessageView } from '@/lib/console/operations/messages/views';
import styles from './peek.module.css';

interface PeekFrameProps<Module> {
  /** The program of what it shows; the list has loaded it when the browser was idle. */
  readonly load: Load<Module>;
  /** What the list calls its rows. */
  readonly noun: 'Letter' | 'Message';
  readonly messageId: string;
  /** The page of its own. */
  readonly href: string;
  readonly onClose: () => void;
  readonly badge?: (data: MessageView) => ReactNode;
  readonly children: (data: MessageView, module: Module) => ReactNode;
}

/** One message beside a list, which keeps its place: read live, opened on a page of its own, closed with Esc. */
export function PeekFrame<Module>(props: PeekFrameProps<Module>) {
  const { load, noun, messageId, href, onClose, badge, children } = props;
  const part = useModule(load, true);
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
      <Loaded part={part} data={data} loading={message.error === null ? `Loading the ${noun.toLowerCase()}` : null}>
        {children}
      </Loaded>
    </aside>
  );
}

interface LoadedProps<Module> extends Pick<PeekFrameProps<Module>, 'children'> {
  readonly part: Module | 'failed' | undefined;
  readonly data: MessageView | undefined;
  /** Null: the message could not be read. */
  readonly loading: string | null;
}

/** The message, when it is read and the program that shows it is loaded. */
function Loaded<Module>({ part, data, loading, children }: LoadedProps<Module>) {
  if (part === 'failed') return <EmptyState kind="could-not-load">Close it and open it again.</EmptyState>;
  if (part !== undefined && data !== undefined) return children(data, part);
  return loading === null ? null : <Skeleton label={loading} />;
}
