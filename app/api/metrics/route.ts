import { authorizeScrape } from '@/lib/console/http/scrape';
import { METRICS_CONTENT_TYPE } from '@/lib/model/metrics';
import { findRuntime } from '@/lib/runtime/singleton';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const runtime = findRuntime();
  if (runtime === undefined) return new Response('starting or stopping\n', { status: 503 });
  const refusal = await authorizeScrape(request);
  if (refusal !== null) return refusal;
  return new Response(await runtime.metricsText(), {
    headers: { 'content-type': METRICS_CONTENT_TYPE, 'cache-control': 'no-store' },
  });
}
