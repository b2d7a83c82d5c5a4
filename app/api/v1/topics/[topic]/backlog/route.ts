import { getTopicBacklogRoute } from '@/lib/console/api/backlog';

export const GET = getTopicBacklogRoute.handle;
