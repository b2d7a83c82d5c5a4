import { findRuntime } from '@/lib/runtime/singleton';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const runtime = findRuntime();
  if (runtime === undefined) return new Response('starting or stopping\n', { status: 503 });
  return new Response(await runtime.metrics.text(), {
    headers: { 'content-type': runtime.metrics.contentType, 'cache-control': 'no-store' },
  });
}
