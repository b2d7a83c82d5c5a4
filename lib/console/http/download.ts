import 'server-only';
import { Readable } from 'node:stream';

/** The answer that a browser saves as a file, and never shows as a page of the console. */
export function downloadResponse(body: BodyInit, file: string, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName(file)}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });
}

/** Of letters that mean nothing in a header, to a shell or on a disk; all else is a line. */
export function fileName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_').slice(0, 150);
}

/** Lines as they are read. A failure on the way breaks the download: a part cannot be taken for the whole. */
export function csvDownload(lines: AsyncIterable<string>, file: string): Response {
  const body = Readable.toWeb(Readable.from(encoded(lines))) as ReadableStream<Uint8Array>;
  return downloadResponse(body, file, 'text/csv; charset=utf-8');
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of lines) if (text !== '') yield encoder.encode(text);
}
