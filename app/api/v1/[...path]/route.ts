import { failed } from '@/lib/console/http/respond';
import { BrokerError } from '@/lib/model/errors';

/** Whatever no route file takes, in the form of every other error. */
function notThere(request: Request): Response {
  const { pathname } = new URL(request.url);
  return failed(
    new BrokerError('not-found', `${request.method} ${pathname} does not exist. See /api/v1/openapi.json.`, {
      field: 'path',
      value: pathname.slice(0, 200),
    }),
    pathname,
  );
}

export { notThere as DELETE, notThere as GET, notThere as PATCH, notThere as POST, notThere as PUT };
