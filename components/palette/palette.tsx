'use client';

import { Said } from '@/components/ui/said';
import { msg, pieces, t } from '@/lib/model/language/t';
import { Dialog as Base } from '@base-ui/react/dialog';
import {
  ArrowUpRight,
  Clock,
  Inbox,
  Key,
  Layers,
  ListTree,
  type LucideIcon,
  PanelsTopLeft,
  RotateCw,
  Search,
} from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import dialog from '@/components/form/dialog.module.css';
import { useBrake } from '@/components/live/live-provider';
import { useHere } from '@/components/live/use-here';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useRested } from '@/components/live/use-rested';
import { formatDuration } from '@/components/ui/duration.model';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import { StateBadge } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import { useHasBroker } from '@/components/parts/has-broker';
import { isOfBroker } from '@/components/parts/nav.model';
import { usePush } from '@/components/ui/use-push';
import { type EntryKind, entriesOf, foundWords, matchIn, nextKind, type PaletteEntry } from './palette.model';
import type { Recent } from './recents.model';
import styles from './palette.module.css';
import { readRecents } from './recents';

const icons: Readonly<Record<EntryKind, LucideIcon>> = {
  message: Key,
  group: Layers,
  topic: ListTree,
  cause: Inbox,
  redrive: RotateCw,
  page: PanelsTopLeft,
  action: ArrowUpRight,
  recent: Clock,
};

const kindWords: Readonly<Record<EntryKind, string>> = {
  message: msg('Messages only'),
  group: msg('Groups only'),
  topic: msg('Topics only'),
  cause: msg('Causes only'),
  redrive: msg('Re-drives only'),
  page: msg('Pages only'),
  action: msg('Actions only'),
  recent: msg('Recent only'),
};

/** As the server counts. */
const MOST_COUNTED = 1000;

interface PaletteProps {
  /** Null: this installation. */
  readonly workspace: string | null;
  readonly onClose: () => void;
}

/** One field that finds everything, and leads there. Nothing is changed from here. */
export function Palette({ workspace, onClose }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  useBrake(true, t('Paused, search open'));
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Popup initialFocus={input} className={styles.popup} aria-label={nameOf(workspace)}>
          <Finder input={input} workspace={workspace} onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function nameOf(workspace: string | null): string {
  return workspace === null ? t('Find anything') : t('Find in {workspace}', { workspace });
}

interface FinderProps extends PaletteProps {
  readonly input: React.RefObject<HTMLInputElement | null>;
}

function Finder({ input, workspace, onClose }: FinderProps) {
  const push = usePush();
  const here = useHere();
  const listId = useId();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<EntryKind | null>(null);
  const [chosen, setChosen] = useState(0);
  const [recents] = useState<readonly Recent[]>(() => readRecents(workspace));
  const q = useRested(text.trim());
  const asked = useLiveQuery('suggestions', { q }, { live: { kinds: [] } });
  const isCurrent = q === text.trim() && !asked.isPrevious && asked.data !== undefined;
  const hasBroker = useHasBroker();
  const all = entriesOf(text, isCurrent ? asked.data : undefined, recents, workspace).filter(
    ({ href }) => hasBroker || !isOfBroker(href),
  );
  const shown = kind === null ? all : all.filter((entry) => entry.kind === kind);
  const at = Math.min(chosen, Math.max(0, shown.length - 1));
  const current = shown[at];
  const optionId = (index: number): string => `${listId}-${index}`;

  const go = (entry: PaletteEntry, newTab: boolean): void => {
    if (newTab) {
      window.open(here(entry.href), '_blank', 'noopener');
      return;
    }
    onClose();
    push(entry.href);
  };
  const type = (next: string): void => {
    setText(next);
    setChosen(0);
    setKind(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (move !== undefined) setChosen(Math.max(0, Math.min(shown.length - 1, at + move)));
    else if (event.key === 'Tab') {
      setKind(nextKind(all, kind, event.shiftKey));
      setChosen(0);
    } else if (event.key === 'Enter') {
      // Before the answer the first line is the search of the list.
      if (current !== undefined) go(current, event.ctrlKey || event.metaKey);
    } else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);

  return (
    <>
      <div className={styles.head}>
        <Icon of={Search} size={16} />
        <input
          ref={input}
          role="combobox"
          aria-label={nameOf(workspace)}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current === undefined ? undefined : optionId(at)}
          aria-autocomplete="list"
          value={text}
          placeholder={
            workspace === null
              ? t('Message id or key, group, topic, cause, page, action')
              : t('Find in {workspace}: message id or key, group, topic, cause, page', { workspace })
          }
          spellCheck={false}
          autoComplete="off"
          maxLength={255}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span className={styles.count} role="status">
          {asked.error !== null
            ? asked.error.message
            : isCurrent
              ? [
                  foundWords(asked.data, text, MOST_COUNTED, workspace),
                  asked.tookMs === null ? '' : formatDuration(asked.tookMs),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')
              : t('Searching …')}
        </span>
        <KeyCap keys="Esc" />
      </div>
      <div className={styles.list} role="listbox" id={listId} aria-label={t('What was found')}>
        {shown.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry.section === shown[index - 1]?.section ? null : (
              <div className={styles.section} role="presentation">
                {entry.section}
              </div>
            )}
            <div
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.entry}
              onMouseMove={() => setChosen(index)}
              onClick={(event) => go(entry, event.ctrlKey || event.metaKey)}
              onKeyDown={onKeyDown}
            >
              <Icon of={icons[entry.kind]} size={14} />
              <span className={styles.title}>
                <Marked title={entry.title} text={text} />
              </span>
              <span className={styles.says}>
                {entry.at === undefined ? null : (
                  <>
                    <Time at={entry.at} style="day-clock" />
                    {' · '}
                  </>
                )}
                {entry.says}
              </span>
              {entry.badge === undefined ? null : <StateBadge {...entry.badge} />}
              {entry.end === undefined ? null : <span className={styles.end}>{entry.end}</span>}
              {index === at ? <KeyCap keys="↵" /> : null}
            </div>
          </Fragment>
        ))}
        {shown.length === 0 ? (
          <p className={styles.section}>{isCurrent ? t('Nothing found.') : t('Searching …')}</p>
        ) : null}
      </div>
      <footer className={styles.foot}>
        <KeyCap keys="↑" />
        <KeyCap keys="↓" /> {t('move')}
        <KeyCap keys="↵" /> {t('open')}
        <KeyCap keys="⌘↵" /> {t('new tab')}
        <KeyCap keys="Tab" /> {kind === null ? t('only one kind') : t(kindWords[kind])}
        <span className="grow" />
        {workspace === null ? null : <span>{t('Messages: dead letters only')}</span>}
        {asked.data?.keptSince == null ? null : (
          <span>
            <Said
              of={pieces('Searched the log since {day}, and all dead letters', {
                day: <Time at={asked.data.keptSince} style="day" />,
              })}
            />
          </span>
        )}
      </footer>
    </>
  );
}

function Marked({ title, text }: { readonly title: string; readonly text: string }) {
  const parts = matchIn(title, text);
  if (parts === null) return title;
  return (
    <>
      {parts[0]}
      <mark className={styles.mark}>{parts[1]}</mark>
      {parts[2]}
    </>
  );
}
