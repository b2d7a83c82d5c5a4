import { deleteLimitRoute, listLimitsRoute, putLimitRoute } from '@/lib/console/api/limits';

export const GET = listLimitsRoute.handle;
export const PUT = putLimitRoute.handle;
export const DELETE = deleteLimitRoute.handle;
