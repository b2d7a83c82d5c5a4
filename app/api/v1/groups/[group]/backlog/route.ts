import { getGroupBacklogRoute } from '@/lib/console/api/backlog';

export const GET = getGroupBacklogRoute.handle;
