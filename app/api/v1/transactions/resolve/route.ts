import { resolveTransactionRoute } from '@/lib/console/api/transactions';

export const POST = resolveTransactionRoute.handle;
