'use client';

import { browserSaid, failedBy } from '@/components/ui/failed-by.model';
import { sentences } from '@/lib/model/language/list';
import { speech } from '@/lib/model/language/speech';
import { t } from '@/lib/model/language/t';

/** Replaces the whole document, so it brings its own; styles may be what failed. */
export default function GlobalError({ error }: { readonly error: Error & { digest?: string } }) {
  return (
    <html lang={speech().language}>
      <body style={{ font: '14px/1.5 system-ui, sans-serif', margin: '12vh auto', maxWidth: 480, padding: 16 }}>
        <h1 style={{ fontSize: 20 }}>{t('The console could not be shown')}</h1>
        <p>
          {sentences(
            failedBy(error) === 'browser'
              ? t('Your browser failed to show it ({problem}). The server did respond.', {
                  problem: browserSaid(error),
                })
              : t('The server failed to respond.'),
            error.digest === undefined ? '' : t('Error ID {id}.', { id: error.digest }),
          )}
        </p>
        <button type="button" onClick={() => location.reload()}>
          {t('Try again')}
        </button>
      </body>
    </html>
  );
}
