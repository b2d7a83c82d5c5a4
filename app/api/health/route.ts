import { describeAbsence, httpStatusOf } from '@/lib/runtime/health';
import { findRuntime, whyAbsent } from '@/lib/runtime/singleton';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const health = (await findRuntime()?.health()) ?? describeAbsence(whyAbsent());
  return Response.json(health, {
    status: httpStatusOf(health),
    headers: { 'cache-control': 'no-store' },
  });
}
