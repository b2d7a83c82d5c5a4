import { disableAccessKeyRoute } from '@/lib/console/api/access-keys';

export const POST = disableAccessKeyRoute.handle;
