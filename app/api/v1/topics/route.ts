import { createTopicRoute, listTopicsRoute } from '@/lib/console/api/topics';

export const GET = listTopicsRoute.handle;
export const POST = createTopicRoute.handle;
