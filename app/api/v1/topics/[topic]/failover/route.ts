import { putFailoverRoute } from '@/lib/console/api/topics';

export const PUT = putFailoverRoute.handle;
