import type { LogFields } from '../model/log';
import type { SurfaceCall } from './call';

const MOST_CHARS = 128;
/** Nothing else gets into the log as the name of a request. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Whose call a line of the log is about. SDKs name each request; it is in their own log, too. */
export function callerOf({ headers, peer }: Pick<SurfaceCall, 'headers' | 'peer'>): LogFields {
  const requestId = headers.get('x-mq-request-id');
  const clientId = headers.get('x-mq-client-id').slice(0, MOST_CHARS);
  return {
    ...(REQUEST_ID.test(requestId) ? { requestId } : {}),
    ...(clientId === '' ? {} : { clientId }),
    address: peer,
  };
}
