import { listScheduledRoute } from '@/lib/console/api/scheduled';

export const GET = listScheduledRoute.handle;
