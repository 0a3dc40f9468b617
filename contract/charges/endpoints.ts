import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { VisitId } from '../base/ids.ts';
import { mostServices, Service, ServiceEntry } from './service.ts';

export const chargeEndpoints = {
  save: {
    call: 'PUT /visits/:id/services',
    access: { all: ['record charges'] },
    queueable: true,
    chartOf: { visit: 'id' },
    summary:
      'Replaces the services of a visit that is not billed yet. Units and modifiers follow the rules. Newer changes by others stay.',
    input: z.strictObject({ id: VisitId, services: z.array(ServiceEntry).max(mostServices) }),
    reply: z.object({ services: z.array(Service) }),
  },
} as const satisfies EndpointTable;
