import { rotateAccessKeyRoute } from '@/lib/console/api/access-keys';

export const POST = rotateAccessKeyRoute.handle;
