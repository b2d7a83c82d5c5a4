import { configSchema } from '@/lib/console/api/config-schema';

export const dynamic = 'force-dynamic';

let text: string | undefined;

/** Public, for editors: it says what a file may have, not what is inside. */
export function GET(): Response {
  text ??= JSON.stringify(configSchema());
  return new Response(text, { headers: { 'content-type': 'application/schema+json', 'cache-control': 'no-cache' } });
}
