import { titled } from '@/lib/console/pages/language';
import { t } from '@/lib/model/language/t';
import Link from 'next/link';
import { Gate } from '@/components/auth/gate';
import { TellOtherWindow } from '@/components/auth/tell-other-window';

export const generateMetadata = titled('Confirmed');

/** The end of a sign-in in a window of its own: the window that asked goes on. */
export default function DonePage() {
  return (
    <Gate title={t('Your identity is confirmed')}>
      <TellOtherWindow />
      <p className="text-2">{t('Close this window and continue where you left off. What you typed there is kept.')}</p>
      <Link href="/">{t('Continue here instead')}</Link>
    </Gate>
  );
}
