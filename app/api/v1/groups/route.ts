import { listGroupsRoute } from '@/lib/console/api/groups';

export const GET = listGroupsRoute.handle;
