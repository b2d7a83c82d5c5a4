import { listTransactionsRoute } from '@/lib/console/api/transactions';

export const GET = listTransactionsRoute.handle;
