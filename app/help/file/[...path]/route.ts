import { manualFile } from '@/lib/console/pages/manual/manual';

/** Pictures, programs, alert rules and dashboards that pages of the manual show or link to. */
export async function GET(_: Request, { params }: { readonly params: Promise<{ readonly path: readonly string[] }> }) {
  const path = (await params).path.join('/');
  const content = await manualFile(path);
  if (content === undefined) return new Response(null, { status: 404 });
  // Text, whatever language it is in: nothing of it is run here.
  const type = path.endsWith('.png') ? 'image/png' : 'text/plain;charset=utf-8';
  return new Response(Buffer.from(content), { headers: { 'content-type': type } });
}
