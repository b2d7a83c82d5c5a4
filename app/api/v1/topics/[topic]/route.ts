import { getTopicRoute } from '@/lib/console/api/topics';

export const GET = getTopicRoute.handle;
