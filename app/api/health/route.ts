import { describeAbsence } from '@/lib/runtime/health';
import { findRuntime, whyAbsent } from '@/lib/runtime/singleton';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const health = (await findRuntime()?.health()) ?? describeAbsence(whyAbsent());
  return Response.json(health, {
    status: health.status === 'ready' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}
