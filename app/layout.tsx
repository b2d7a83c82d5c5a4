import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Spoken } from '@/components/language/spoken';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { readPreferences } from '@/components/ui/preferences.model';
import { ToastProvider } from '@/components/ui/toast';
import { pageNow } from '@/lib/console/http/database-time';
import { speechFor } from '@/lib/console/pages/language';
import './globals.css';
import { t } from '@/lib/model/language/t';

export async function generateMetadata(): Promise<Metadata> {
  await speechFor([]);
  return {
    title: { default: 'Redrive', template: '%s · Redrive' },
    description: t('Operator console for message retry, dead letters and re-drives'),
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafafa' },
    { media: '(prefers-color-scheme: dark)', color: '#0c0c0e' },
  ],
};

/** Reading cookies makes every page dynamic, which the nonce of the content security policy needs as well. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const jar = await cookies();
  const preferences = readPreferences((name) => jar.get(name)?.value);
  const speech = await speechFor(['frame']);
  return (
    <html
      lang={speech.language}
      data-theme={preferences.theme}
      data-density={preferences.density}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        <Spoken speech={speech}>
          <PreferencesProvider initial={preferences}>
            <ClockProvider serverNowIso={pageNow()}>
              <ToastProvider>{children}</ToastProvider>
            </ClockProvider>
          </PreferencesProvider>
        </Spoken>
      </body>
    </html>
  );
}
