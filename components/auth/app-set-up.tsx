'use client';

import { t } from '@/lib/model/language/t';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { CopyLine } from '@/components/ui/copy-line';
import { QrCode } from './qr-code';

interface AppSetUpProps {
  readonly secret: string;
  readonly address: string;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly error: string | null;
}

/** Scan, or type the key, then show that it works. */
export function AppSetUp({ secret, address, code, onCode, error }: AppSetUpProps) {
  return (
    <div className="col col-wide">
      <p className="text-2">{t('Scan this with an authenticator app, or enter the key there by hand.')}</p>
      <QrCode text={address} label={t('QR code for the authenticator app; it contains the key below')} />
      <CopyLine text={secret} label={t('Copy the key')} />
      <Field
        label={t('Code from your authenticator app')}
        error={error}
        hint={t('6 digits. It proves that the set-up worked.')}
      >
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={10}
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
      </Field>
    </div>
  );
}
