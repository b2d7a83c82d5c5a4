'use client';

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Select, TextInput } from '@/components/form/inputs';
import { Button, IconButton } from '@/components/ui/button';
import { t } from '@/lib/model/language/t';
import styles from './access-keys.module.css';
import { type RuleLine, ruleKinds, RULE_KIND_WORDS } from './access-keys.model';

interface RuleLinesProps {
  readonly lines: readonly RuleLine[];
  readonly onChange: (lines: readonly RuleLine[]) => void;
  readonly error: string | null;
}

/** What the key may do, one permission a line. */
export function RuleLines({ lines, onChange, error }: RuleLinesProps) {
  const [nextId, setNextId] = useState(lines.length);
  const change = (id: number, to: Partial<RuleLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...to } : line)));
  const add = () => {
    onChange([...lines, { id: nextId, kind: 'publish', pattern: '' }]);
    setNextId(nextId + 1);
  };
  return (
    <fieldset className={styles.rules} aria-describedby="rules-hint">
      <legend>{t('Permissions')}</legend>
      {lines.map((line, index) => (
        <div key={line.id} className={styles.rule}>
          <Select
            aria-label={t('Permission {line, number}', { line: index + 1 })}
            value={line.kind}
            onChange={(event) =>
              change(line.id, { kind: ruleKinds.find((kind) => kind === event.target.value) ?? 'publish' })
            }
          >
            {ruleKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(RULE_KIND_WORDS[kind])}
              </option>
            ))}
          </Select>
          {line.kind === 'everything' ? (
            <span className="small text-3">{t('all topics and groups')}</span>
          ) : (
            <TextInput
              mono
              aria-label={t('Name or prefix of permission {line, number}', { line: index + 1 })}
              placeholder={line.kind === 'consume' ? 'orders-billing' : 'orders*'}
              value={line.pattern}
              maxLength={128}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(line.id, { pattern: event.target.value })}
            />
          )}
          <IconButton
            label={t('Remove permission {line, number}', { line: index + 1 })}
            icon={X}
            size="small"
            onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
          />
        </div>
      ))}
      {error === null ? null : (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <p id="rules-hint" className="small text-3">
        {t(
          `Enter an exact name, or a prefix followed by *. Everything else is refused. A consumer needs two permissions:
          subscribe to its topics, and consume as its group.`,
        )}
      </p>
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          {t('Add permission')}
        </Button>
      </div>
    </fieldset>
  );
}
