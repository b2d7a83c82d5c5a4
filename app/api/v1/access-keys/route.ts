import { createAccessKeyRoute, listAccessKeysRoute } from '@/lib/console/api/access-keys';

export const GET = listAccessKeysRoute.handle;
export const POST = createAccessKeyRoute.handle;
