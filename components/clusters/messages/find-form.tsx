'use client';

import { Search } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import box from '@/components/ui/search-box.module.css';
import styles from '@/components/find/find.module.css';
import { FilterSelect } from '@/components/filters/filter-select';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import type { Wanted } from './found.model';

interface FindFormProps {
  readonly wanted: Wanted;
  readonly topics: readonly string[];
  readonly isRunning: boolean;
  readonly onFind: (wanted: Wanted) => void;
}

/** An id or a key, and the topic. Nothing is searched before it is submitted: each search reads the brokers' disks. */
export function FindForm({ wanted, topics, isRunning, onFind }: FindFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(wanted.q);
  const [topic, setTopic] = useState(wanted.topic);
  useShortcut('/', () => input.current?.focus(), 'Find a message');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onFind({ q: text.trim(), topic });
  };
  return (
    <form role="search" aria-label="Messages" onSubmit={submit} className="toolbar">
      <label className={`${box.box} ${styles.text}`}>
        <span className="visually-hidden">Message id or key</span>
        <Icon of={Search} />
        <input
          ref={input}
          type="search"
          value={text}
          placeholder="Message id or key"
          spellCheck={false}
          autoComplete="off"
          maxLength={255}
          onChange={(event) => setText(event.target.value)}
        />
        <KeyCap keys="/" />
      </label>
      <FilterSelect
        name="topic"
        value={topic}
        options={[{ value: '', label: 'of its dead letter' }, ...topics.map((name) => ({ value: name, label: name }))]}
        onChange={setTopic}
      />
      <Button type="submit" variant="primary" disabledReason={isRunning ? 'The brokers are being searched.' : null}>
        Find
      </Button>
    </form>
  );
}
