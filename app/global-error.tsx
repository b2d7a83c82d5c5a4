'use client';

import { browserSaid, failedBy } from '@/components/ui/failed-by.model';

/** Replaces the whole document, so it brings its own; styles may be what failed. */
export default function GlobalError({ error }: { readonly error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body style={{ font: '14px/1.5 system-ui, sans-serif', margin: '12vh auto', maxWidth: 480, padding: 16 }}>
        <h1 style={{ fontSize: 20 }}>The console could not be shown</h1>
        <p>
          {failedBy(error) === 'browser'
            ? `Your browser failed to show it (${browserSaid(error)}). The server did respond.`
            : 'The server failed to respond.'}
          {error.digest === undefined ? '' : ` Error id ${error.digest}.`}
        </p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </body>
    </html>
  );
}
