'use client';

import { useState } from 'react';
import { SecretDialog } from '@/components/form/shown-once';
import { Banner } from '@/components/ui/banner';
import { CopyButton } from '@/components/ui/copy-button';
import { CopyLine } from '@/components/ui/copy-line';
import { Segmented } from '@/components/ui/segmented';
import styles from './access-keys.module.css';
import { javaSnippet, nodeSnippet } from './access-keys.model';
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
        <Banner tone="warning">The secret is shown only now.</Banner>
        <Value label="Access key" text={key.id} />
        <Value label="Secret" text={secret} />
        <div className="row">
          <Segmented
            label="Language"
            value={language}
            onChange={setLanguage}
            options={[
              { value: 'node', label: 'Node.js' },
              { value: 'java', label: 'Java' },
            ]}
          />
          <span className="grow" />
          <CopyButton text={snippet} label="Copy code" showLabel />
        </div>
        <pre className={styles.snippet} tabIndex={0} aria-label="Code">
          {snippet}
        </pre>
      </div>
    </SecretDialog>
  );
}

function Value({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <div className="small text-3">{label}</div>
      <CopyLine text={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}
