import { authorizeScrape } from '@/lib/console/http/scrape';
import { findRuntime } from '@/lib/runtime/singleton';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const runtime = findRuntime();
  if (runtime === undefined) return new Response('starting or stopping\n', { status: 503 });
  const refusal = await authorizeScrape(request);
  if (refusal !== null) return refusal;
  return new Response(await runtime.metrics.text(), {
    headers: { 'content-type': runtime.metrics.contentType, 'cache-control': 'no-store' },
  });
}
