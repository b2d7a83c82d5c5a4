import { getGroupRoute, putGroupRoute } from '@/lib/console/api/groups';

export const GET = getGroupRoute.handle;
export const PUT = putGroupRoute.handle;
