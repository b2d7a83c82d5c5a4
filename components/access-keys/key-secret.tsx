'use client';

import { useState } from 'react';
import { SecretDialog } from '@/components/form/shown-once';
import { Banner } from '@/components/ui/banner';
import { CopyButton } from '@/components/ui/copy-button';
import { CopyLine } from '@/components/ui/copy-line';
import { Segmented } from '@/components/ui/segmented';
import { t } from '@/lib/model/language/t';
import { javaSnippet, nodeSnippet } from '@/lib/model/programs/access-key';
import styles from './access-keys.module.css';
import type { MadeKey } from './key-dialog';

export interface NewSecret {
  readonly title: string;
  readonly note: string;
  readonly made: MadeKey;
}

interface KeySecretProps extends NewSecret {
  readonly endpoints: string;
  readonly onClose: () => void;
}

/** Key and secret right after their creation, ready to be pasted. Once closed, the secret cannot be shown again. */
export function KeySecret({ title, note, made, endpoints, onClose }: KeySecretProps) {
  const { key, secret } = made;
  const [language, setLanguage] = useState<'node' | 'java'>('node');
  const snippet = (language === 'node' ? nodeSnippet : javaSnippet)({ endpoints, accessKeyId: key.id, secret });
  return (
    <SecretDialog size="wide" {...{ title, note, onClose }}>
      <div className="col col-wide">
        <Banner tone="warning">{t('Copy the secret now. It cannot be shown again.')}</Banner>
        <Value label={t('Access key')} copyLabel={t('Copy access key')} text={key.id} />
        <Value label={t('Secret')} copyLabel={t('Copy secret')} text={secret} />
        <div className="row">
          <Segmented
            label={t('Programming language')}
            value={language}
            onChange={setLanguage}
            options={[
              { value: 'node', label: 'Node.js' },
              { value: 'java', label: 'Java' },
            ]}
          />
          <span className="grow" />
          <CopyButton text={snippet} label={t('Copy code')} showLabel />
        </div>
        <pre className={styles.snippet} tabIndex={0} aria-label={t('Code')}>
          {snippet}
        </pre>
      </div>
    </SecretDialog>
  );
}

interface ValueProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly text: string;
}

function Value({ label, copyLabel, text }: ValueProps) {
  return (
    <div>
      <div className="small text-3">{label}</div>
      <CopyLine text={text} label={copyLabel} />
    </div>
  );
}
