import { openApiDocument } from '@/lib/console/api/openapi';
import { apiRoutes } from '@/lib/console/api/routes';

export const dynamic = 'force-dynamic';

/** Public: it says what exists, not what is inside. */
export function GET(): Response {
  return Response.json(openApiDocument(apiRoutes, '/api/v1'));
}
