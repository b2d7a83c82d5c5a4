import { recallScheduledRoute } from '@/lib/console/api/scheduled';

export const POST = recallScheduledRoute.handle;
