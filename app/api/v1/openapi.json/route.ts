import { createHash } from 'node:crypto';

import { openApiDocument } from '@/lib/console/api/openapi';
import { apiRoutes } from '@/lib/console/api/routes';

export const dynamic = 'force-dynamic';

let made: { readonly text: string; readonly etag: string } | undefined;

/** Public: it says what exists, not what is inside. Its tag lets the command line keep a copy. */
export function GET(request: Request): Response {
  made ??= withTag(JSON.stringify(openApiDocument(apiRoutes, '/api/v1')));
  const { text, etag } = made;
  const headers = { etag, 'cache-control': 'no-cache' };
  // A proxy that compresses makes the tag a weak one.
  if (request.headers.get('if-none-match')?.replace(/^W\//, '') === etag)
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } });
}

function withTag(text: string): { readonly text: string; readonly etag: string } {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}
