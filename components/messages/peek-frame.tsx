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
import type { MessageView, PlaceView } from '@/lib/console/operations/messages/views';
import styles from './peek.module.css';
import { msg, t } from '@/lib/model/language/t';

const WORDS = {
  letter: {
    name: msg('Dead letter {id}'),
    close: msg('Close the dead letter'),
    loading: msg('Loading the dead letter'),
  },
  message: { name: msg('Message {id}'), close: msg('Close the message'), loading: msg('Loading the message') },
} as const;

interface PeekFrameProps<Module> {
  /** The program of what it shows; the list has loaded it when the browser was idle. */
  readonly load: Load<Module>;
  /** What the list calls its rows. */
  readonly noun: 'letter' | 'message';
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
  const data = message.isPrevious ? undefined : message.data;
  return (
    <PeekAside
      {...{ noun, messageId, href, onClose, part, data, children }}
      place={data?.places[0]}
      badge={data === undefined ? null : badge?.(data)}
      problem={message.error?.message ?? null}
    />
  );
}

interface PeekAsideProps<Module, Data> extends Pick<PeekFrameProps<Module>, 'noun' | 'href' | 'onClose'> {
  /** Undefined: not known yet. */
  readonly messageId: string | undefined;
  readonly place: Pick<PlaceView, 'messageGroup' | 'keys'> | undefined;
  readonly badge?: ReactNode;
  /** Why it could not be read; null: it could, or it is being read. */
  readonly problem: string | null;
  readonly part: Module | 'failed' | undefined;
  readonly data: Data | undefined;
  readonly children: (data: Data, module: Module) => ReactNode;
}

/** The frame itself, around whatever was read. */
export function PeekAside<Module, Data>(props: PeekAsideProps<Module, Data>) {
  const { noun, messageId = '', href, onClose, place, badge, problem, part, data, children } = props;
  useShortcut('escape', onClose, t(WORDS[noun].close));
  const key = place?.messageGroup ?? place?.keys[0] ?? null;
  return (
    <aside className={styles.peek} aria-label={t(WORDS[noun].name, { id: messageId })} tabIndex={-1}>
      <header className={styles.head}>
        <b title={key ?? messageId} className={key === null ? 'mono' : undefined}>
          {key ?? shorten(messageId)}
        </b>
        {badge}
        <span className="grow" />
        <ButtonLink href={href} size="small" variant="ghost" icon={ArrowUpRight} keys="↵">
          {t('Open message')}
        </ButtonLink>
        <Button size="small" variant="ghost" icon={X} keys="Esc" onClick={onClose}>
          <span className="visually-hidden">{t('Close')}</span>
        </Button>
      </header>
      {key === null ? null : (
        <p className={styles.id} title={messageId}>
          {messageId}
          <CopyButton text={messageId} label={t('Copy the message id')} />
        </p>
      )}
      {problem === null ? null : <EmptyState kind="could-not-load">{problem}</EmptyState>}
      <Loaded part={part} data={data} loading={problem === null ? t(WORDS[noun].loading) : null}>
        {children}
      </Loaded>
    </aside>
  );
}

interface LoadedProps<Module, Data> extends Pick<PeekAsideProps<Module, Data>, 'part' | 'data' | 'children'> {
  /** Null: the message could not be read. */
  readonly loading: string | null;
}

/** The message, when it is read and the program that shows it is loaded. */
function Loaded<Module, Data>({ part, data, loading, children }: LoadedProps<Module, Data>) {
  if (part === 'failed')
    return <EmptyState kind="could-not-load">{t('Close the panel and open it again.')}</EmptyState>;
  if (part !== undefined && data !== undefined) return children(data, part);
  return loading === null ? null : <Skeleton label={loading} />;
}
