import 'server-only';
import { notFoundHere } from '../http/respond';
import { findRead } from './registry';

/** Every address below /api/console: the read of that name, or 404. */
export async function answerRead(request: Request): Promise<Response> {
  const read = findRead(new URL(request.url).pathname);
  return read === null ? notFoundHere(request) : read.GET(request);
}
