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
      'Replaces the recorded services of a visit that is not billed yet; units and modifiers follow from the rules. What others changed since the caller saw it stays.',
    input: z.strictObject({ id: VisitId, services: z.array(ServiceEntry).max(mostServices) }),
    reply: z.object({ services: z.array(Service) }),
  },
} as const satisfies EndpointTable;
