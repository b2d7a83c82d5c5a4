import { deleteAccessKeyRoute, putAccessKeyRoute } from '@/lib/console/api/access-keys';

export const PUT = putAccessKeyRoute.handle;
export const DELETE = deleteAccessKeyRoute.handle;
