'use client';

import { t } from '@/lib/model/language/t';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/banner';
import styles from './recovery-codes.module.css';

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <div className="col col-wide">
      <p className="text-2">
        {t(
          `Each of these codes lets you sign in once without your phone or passkey. Keep the codes separately, in a
            password manager or on paper.`,
        )}
      </p>
      <ol className={styles.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <CopyButton text={codes.join('\n')} label={t('Copy all codes')} />
      </div>
      <Banner tone="warning">{t('Copy the codes now. They cannot be shown again.')}</Banner>
    </div>
  );
}
