import { getProducerRetryRoute, putProducerRetryRoute } from '@/lib/console/api/settings';

export const GET = getProducerRetryRoute.handle;
export const PUT = putProducerRetryRoute.handle;
