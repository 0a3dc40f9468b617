import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId } from '../base/ids.ts';

const Options = z.array(z.object({ id: z.string(), name: z.string() }));
/** False: no account of the service is set up on this server, so there is nothing to choose from. */
const isConnected = z.boolean();

export const connectionEndpoints = {
  fotoClinics: {
    call: 'GET /foto/clinicOptions',
    access: { all: ['access company', 'manage facilities'] },
    noChart: 'Options of a service of another company.',
    summary: 'Lists the site’s FOTO clinics, to match with facilities.',
    input: z.strictObject({}),
    reply: z.object({ isConnected, clinicOptions: Options }),
  },
  fotoClinicians: {
    call: 'GET /foto/clinicianOptions',
    access: { all: ['access company', 'manage users'] },
    noChart: 'Options of a service of another company.',
    summary: 'Lists the site’s FOTO clinicians, to match with providers.',
    input: z.strictObject({}),
    reply: z.object({ isConnected, clinicianOptions: Options }),
  },
  fotoEpisodeFields: {
    call: 'POST /foto/episodeFieldOptionsByCaseIds',
    access: { any: ['edit patients', 'write notes'] },
    noChart: 'Options of a service of another company.',
    summary: 'Lists the FOTO episode options of each case.',
    input: z.strictObject({ caseIds: z.array(CaseId).min(1).max(100) }),
    reply: z.object({ isConnected, episodeFieldOptionsByCaseId: z.record(z.string(), Options) }),
  },
  pVerifyPayers: {
    call: 'GET /pVerifyPayers',
    access: { any: ['edit patients', 'access payer rules'] },
    noChart: 'Options of a service of another company.',
    summary: 'Lists the payers that support eligibility checks.',
    input: z.strictObject({}),
    reply: z.object({ isConnected, payers: Options }),
  },
  cptInsights: {
    call: 'POST /predictionHealth/cptInsights/auth',
    access: { any: ['write notes', 'record charges'] },
    noChart: 'Options of a service of another company.',
    summary: 'Checks whether the caller can see CPT insights: plus tier, setting and service must allow it.',
    input: z.strictObject({}),
    reply: z.boolean(),
  },
} as const satisfies EndpointTable;
