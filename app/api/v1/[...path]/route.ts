import { answerApi } from '@/lib/console/api/answer-api';

interface RouteContext {
  readonly params: Promise<{ readonly path: readonly string[] }>;
}

/** Every operation of /api/v1. Only the document beside it has a file of its own: it is public. */
async function answer(request: Request, { params }: RouteContext): Promise<Response> {
  return answerApi(request, (await params).path);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
