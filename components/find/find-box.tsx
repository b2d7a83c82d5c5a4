import { Search } from 'lucide-react';
import { useTypedEarly } from '@/components/form/typed-early';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import box from '@/components/filters/search-box.module.css';
import styles from './find.module.css';
import { t } from '@/lib/model/language/t';

interface FindBoxProps {
  /** What it takes, in words. */
  readonly label: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Where one types what to find; the form around it searches. */
export function FindBox({ label, maxLength, value, onChange }: FindBoxProps) {
  const input = useTypedEarly<HTMLInputElement>();
  useShortcut('/', () => input.current?.focus(), t('Find a message'));
  return (
    <label className={`${box.box} ${styles.text}`}>
      <span className="visually-hidden">{label}</span>
      <Icon of={Search} />
      <input
        ref={input}
        type="search"
        value={value}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
      <KeyCap keys="/" />
    </label>
  );
}
