'use client';

import { t } from '@/lib/model/language/t';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTypedEarly } from '@/components/form/typed-early';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Icon } from '@/components/ui/icon';
import styles from './search-box.module.css';
import { KeyCap } from '@/components/ui/key-cap';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** Called once typing rests for 250 ms, and at once on Enter. */
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** One box per page has `/`; give the others false. */
  readonly shortcut?: boolean;
}

/** The page's filter text. `/` focuses it, Esc clears it. */
export function SearchBox({ label, value, onChange, placeholder = label, shortcut = true }: SearchBoxProps) {
  const input = useTypedEarly<HTMLInputElement>();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // the address changed under us (back button, "remove filters"): follow it
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  useShortcut('/', () => input.current?.focus(), t('Filter this page'), shortcut);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), 250);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);

  return (
    <label className={styles.box}>
      <span className="visually-hidden">{label}</span>
      <Icon of={Search} />
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text);
          if (event.key === 'Escape') {
            setText('');
            onChange('');
          }
        }}
      />
      {shortcut ? <KeyCap keys="/" /> : null}
    </label>
  );
}
