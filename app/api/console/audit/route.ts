import { auditRead } from '@/lib/console/reads/audit';

export const GET = auditRead.GET;
