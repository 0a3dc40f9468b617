import { definedFields } from '../base/defined-fields.ts';
import { predictionOf } from '../prediction.ts';
import { caseEndpoints } from './endpoints.ts';

export const predictNewScript = predictionOf(caseEndpoints.createScript.input, {
  reads: ({ ScriptId, CaseId }) => [
    { entity: 'scripts', key: ScriptId },
    { entity: 'cases', key: CaseId },
  ],
  apply(rows, input, { madeAt }) {
    const of = rows.get('cases', input.CaseId);
    if (of && !rows.get('scripts', input.ScriptId))
      rows.put('scripts', { ...input, PatientId: of.PatientId, updated_at: madeAt });
  },
});

export const predictUpdateScript = predictionOf(caseEndpoints.updateScript.input, {
  reads: ({ id }) => [{ entity: 'scripts', key: id }],
  apply(rows, { id, changes }) {
    const found = rows.get('scripts', id);
    if (found) rows.put('scripts', { ...found, ...definedFields(changes) });
  },
});

export const predictRemoveScript = predictionOf(caseEndpoints.removeScript.input, {
  reads: ({ id }) => [{ entity: 'scripts', key: id }],
  apply(rows, { id }) {
    rows.remove('scripts', id);
  },
});

export const predictNewAuthorization = predictionOf(caseEndpoints.createAuthorization.input, {
  reads: ({ AuthorizationId, CaseId }) => [
    { entity: 'authorizations', key: AuthorizationId },
    { entity: 'cases', key: CaseId },
  ],
  apply(rows, input, { madeAt }) {
    const of = rows.get('cases', input.CaseId);
    if (of && !rows.get('authorizations', input.AuthorizationId))
      rows.put('authorizations', { ...input, PatientId: of.PatientId, updated_at: madeAt });
  },
});

export const predictUpdateAuthorization = predictionOf(caseEndpoints.updateAuthorization.input, {
  reads: ({ id }) => [{ entity: 'authorizations', key: id }],
  apply(rows, { id, changes }) {
    const found = rows.get('authorizations', id);
    if (found) rows.put('authorizations', { ...found, ...definedFields(changes) });
  },
});

export const predictRemoveAuthorization = predictionOf(caseEndpoints.removeAuthorization.input, {
  reads: ({ id }) => [{ entity: 'authorizations', key: id }],
  apply(rows, { id }) {
    rows.remove('authorizations', id);
  },
});
