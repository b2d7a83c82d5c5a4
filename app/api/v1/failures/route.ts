import { reportFailureRoute } from '@/lib/console/api/failures';

export const POST = reportFailureRoute.handle;
