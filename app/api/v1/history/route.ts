import { getHistoryRoute } from '@/lib/console/api/backlog';

export const GET = getHistoryRoute.handle;
