import { auditRead } from '@/lib/console/queries/audit';

export const GET = auditRead.GET;
