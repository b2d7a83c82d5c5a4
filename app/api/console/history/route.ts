import { historyRead } from '@/lib/console/queries/history';

export const GET = historyRead.GET;
