import { historyRead } from '@/lib/console/reads/history';

export const GET = historyRead.GET;
