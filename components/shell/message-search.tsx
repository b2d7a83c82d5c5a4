'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState, type FormEvent } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import box from '@/components/ui/search-box.module.css';
import { KeyCap } from '@/components/ui/key-cap';
import { parseClassicName } from '@/lib/model/classic-names';
import styles from './top-bar.module.css';

/** Opens a message by its id from anywhere; names like %DLQ%group lead to what they stand for. */
export function MessageSearch() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useShortcut('mod+k', () => input.current?.focus(), 'Open a message by its id');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = text.trim();
    if (id === '') return;
    setText('');
    input.current?.blur();
    router.push(`/${parseClassicName(id) === null ? 'messages' : 'topics'}/${encodeURIComponent(id)}`);
  };
  return (
    <form role="search" aria-label="Message by id" onSubmit={submit} className={classNames(box.box, styles.search)}>
      <Icon of={Search} />
      <input
        ref={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Message id"
        aria-label="Open message by id"
        spellCheck={false}
        autoComplete="off"
        maxLength={255}
      />
      <KeyCap keys="⌘K" />
    </form>
  );
}
