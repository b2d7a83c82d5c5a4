import { enableAccessKeyRoute } from '@/lib/console/api/access-keys';

export const POST = enableAccessKeyRoute.handle;
