import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { endpoint, endpointNames } from '#contract/endpoints.ts';

// Calls the product needs and the specification does not name: signing in and one's own account, sync, the audit log,
// and the moves of domain.md that stand between a visit and its claim.
const ours = [
  'POST /session/login',
  'POST /session/refresh',
  'POST /session/logout',
  'GET /session/sites',
  'POST /session/site',
  'GET /devices',
  'POST /devices/{id}/report',
  'POST /devices/{id}/signOutAndErase',
  'POST /devices/{id}/askErasure',
  'POST /devices/{id}/erased',
  'POST /prints',
  'POST /patients/duplicates',
  'PUT /visits/{id}/exercises',
  'POST /caseExercises',
  'PUT /caseExercises/{id}',
  'DELETE /caseExercises/{id}',
  'GET /exercises',
  'GET /evalMeasurements',
  'GET /cases/{id}/measurements',
  'PUT /cases/{id}/measurements',
  'GET /audit/entries',
  'GET /audit/entries/{id}',
  'GET /audit/people',
  'POST /audit/exports',
  'POST /account/link',
  'POST /account/link/use',
  'POST /account/forgot',
  'GET /account',
  'POST /account/verifyEmail',
  'POST /account/password',
  'GET /account/sessions',
  'GET /account/calendarFeed',
  'POST /account/calendarFeed',
  'POST /account/calendarFeed/end',
  'POST /account/sessions/{id}/end',
  'POST /account/sessions/endOthers',
  'POST /account/secondFactor/start',
  'POST /account/secondFactor/confirm',
  'POST /account/secondFactor/remove',
  'POST /account/recoveryCodes',
  'POST /session/passkey/start',
  'POST /session/passkey',
  'GET /account/passkeys',
  'POST /account/passkeys/prove',
  'POST /account/passkeys/start',
  'POST /account/passkeys',
  'PUT /account/passkeys/{id}',
  'POST /account/passkeys/{id}/remove',
  'POST /account/password/confirm',
  'GET /company/mail',
  'GET /company/messages',
  'POST /company/messages/{id}/reply',
  'POST /messages/link',
  'POST /messages/link/confirm',
  'POST /messages/link/cannotCome',
  'POST /messages/link/anotherTime',
  'POST /messages/preferences',
  'POST /messages/preferences/mobile',
  'POST /messages/preferences/mobile/prove',
  'POST /messages/unsubscribe',
  'POST /messages/inbound',
  'POST /patientLogin/start',
  'POST /patientLogin/verify',
  'POST /patientLogin/choose',
  'POST /patientLogin/link',
  'POST /patientLogin/refresh',
  'POST /patientLogout',
  'GET /patients/{id}/access',
  'GET /patient/visits',
  'GET /patient/visits/{id}/calendar',
  'POST /patient/visits/{id}/confirm',
  'POST /patient/visits/{id}/cannotCome',
  'POST /patient/visits/{id}/anotherTime',
  'POST /patients/{id}/access/endLinks',
  'POST /patients/{id}/access/endSession',
  'GET /company/scimTokens',
  'POST /company/scimTokens',
  'DELETE /company/scimTokens/{id}',
  'GET /company/singleSignOn',
  'PUT /company/singleSignOn',
  'DELETE /company/singleSignOn',
  'POST /company/singleSignOn/test',
  'POST /session/sso/ways',
  'POST /session/sso/start',
  'POST /session/sso/finish',
  'POST /session/sso/deviceSecret',
  'GET /company/allowedAddresses',
  'PUT /company/allowedAddresses',
  'GET /users',
  'POST /users/{id}/invitation',
  'POST /users/{id}/secondFactor/remove',
  'POST /company/permissionGroups',
  'PUT /company/permissionGroups/{id}',
  'DELETE /company/permissionGroups/{id}',
  'POST /sync/pull',
  'POST /sync/push',
  'POST /sync/discards',
  'POST /sync/views',
  'POST /sync/compare',
  'POST /sync/repair',
  'POST /sync/hydrate',
  'GET /sync/chart/{id}',
  'POST /visits',
  'POST /visits/series',
  'PUT /visits/{id}/schedule',
  'PUT /nonPatientVisits/{id}',
  'DELETE /nonPatientVisits/{id}',
  'POST /holidays',
  'PUT /holidays/{id}',
  'DELETE /holidays/{id}',
  'PUT /visitRequests/{id}',
  'DELETE /visitRequests/{id}',
  'GET /visitRequests',
  'POST /fillRequestBatches',
  'POST /fillRequestBatches/{id}/stop',
  'GET /fillRule',
  'PUT /fillRule',
  'POST /actionFillRequest/read',
  'POST /actionFillRequest',
  'POST /authorizations',
  'PUT /authorizations/{id}',
  'DELETE /authorizations/{id}',
  'POST /outcomeResponses',
  'GET /subjectNotes',
  'POST /patientGuarantors',
  'PUT /patientGuarantors/{id}',
  'DELETE /patientGuarantors/{id}',
  'POST /subjectNotes',
  'PUT /subjectNotes/{id}',
  'DELETE /subjectNotes/{id}',
  'POST /templates/text',
  'PUT /templates/text/{id}',
  'DELETE /templates/text/{id}',
  'POST /evalMeasurements',
  'PUT /evalMeasurements/{id}',
  'DELETE /evalMeasurements/{id}',
  'POST /goals',
  'PUT /goals/{id}',
  'DELETE /goals/{id}',
  'POST /plansOfCare',
  'PUT /plansOfCare/{id}',
  'DELETE /plansOfCare/{id}',
  'POST /plansOfCare/{id}/stamps',
  'GET /cases/{id}/compliance',
  'POST /visits/{id}/intake',
  'POST /notes',
  'DELETE /notes/{id}',
  'POST /notes/{id}/sign',
  'POST /notes/{id}/cosign',
  'GET /notes/{id}/pdf',
  'PUT /visits/{id}/services',
  'GET /claims/{id}/file',
  'POST /billing/closedPeriod',
  'GET /company/lists',
  'PUT /customCaseInputs/{id}',
  'PUT /visitTag/{id}',
  'PUT /payers/reportingType/{id}',
  'GET /referringProviders/{id}',
  'DELETE /referringProviders/{id}',
  'POST /referringProviders/{id}/merge',
  'POST /referringProviders/{id}/merge/undo',
  'POST /payers',
  'PUT /payers/{id}',
  'DELETE /payers/{id}',
  'GET /payers/{id}',
  'POST /payers/{id}/merge',
  'GET /payers/{id}/rules',
  'PUT /payers/{id}/rules',
  'GET /payerDefaultRules',
  'PUT /payerDefaultRules',
  'GET /otherContacts',
  'POST /otherContacts',
  'PUT /otherContacts/{id}',
  'DELETE /otherContacts/{id}',
  'GET /outage/userDetails',
  'POST /emergency/accesses',
  'GET /emergency/accesses',
  'GET /emergency/accesses/waiting',
  'POST /emergency/accesses/{id}/review',
  'POST /emergency/grants',
  'POST /emergency/grants/{id}/end',
  'POST /superuser/sites',
  'POST /company/gettingStarted/settings',
  'POST /importer/patients',
  'GET /importer/batches',
  'POST /importer/batches/{id}/undo',
  'POST /intake/read',
  'PUT /intake/{IntakeId}/answers',
  'POST /intake/{IntakeId}/photos',
  'POST /intake/{IntakeId}/sign',
  'POST /intake/{IntakeId}/submit',
  'POST /visits/{id}/intake/send',
  'GET /patients/{id}/files',
  'GET /files/content/{token}',
];

// What the specification asks of setup and company, all of it; the other areas come with their features.
const ofSetupAndCompany = [
  'GET /setup',
  'GET /facilities',
  'GET /facilities/{id}',
  'POST /facilities',
  'PUT /facilities/{id}',
  'GET /facilities/regions',
  'POST /facilities/regions',
  'PUT /facilities/regions/{id}',
  'DELETE /facilities/regions/{id}',
  'GET /providers',
  'POST /providers',
  'PUT /providers/{id}',
  'POST /users',
  'PUT /users/{id}',
  'PUT /currentUser',
  'PUT /users/{id}/preferences',
  'POST /users/{id}/roles',
  'GET /company/permissionGroups',
  'POST /payers/reportingType',
  'GET /foto/clinicOptions',
  'GET /foto/clinicianOptions',
  'POST /foto/episodeFieldOptionsByCaseIds',
  'GET /activeCustomCaseInputs',
  'GET /refreshWebsite',
  'POST /globalPreferences',
  'GET /pVerifyPayers',
  'GET /visitTag',
  'POST /predictionHealth/cptInsights/auth',
];

const calls = endpointNames.map((name) => {
  const one = endpoint(name);
  return `${methodOf(one)} ${pathOf(one).replaceAll(/:(\w+)/g, '{$1}')}`;
});

const specified = '../shared/spec/endpoints.tsv';

test('no call is in the list twice in the table', () => {
  expect(new Set(ours).size).toBe(ours.length);
  expect(new Set(calls).size).toBe(calls.length);
});

test.runIf(existsSync(specified))('every call is spelled as the specification spells it, or is one of ours', () => {
  const lines = readFileSync(specified, 'utf8').trim().split('\n').slice(1);
  const known = new Set(lines.map((line) => line.split('\t')).map(([, method, path]) => `${method} ${path}`));
  expect(calls.filter((call) => !known.has(call) && !ours.includes(call))).toEqual([]);
});

test('every call that the specification asks of setup and company is there', () => {
  expect(ofSetupAndCompany.filter((call) => !calls.includes(call))).toEqual([]);
});

test.runIf(existsSync(specified))('and these are all that it asks of them', () => {
  const lines = readFileSync(specified, 'utf8').trim().split('\n').slice(1);
  const asked = lines.map((line) => line.split('\t')).filter(([area]) => area === 'setup' || area === 'company');
  expect(asked.map(([, method, path]) => `${method} ${path}`)).toEqual(ofSetupAndCompany);
});

test('every endpoint refuses fields it does not know', () => {
  const lax = endpointNames.filter((name) =>
    endpoint(name)
      .input.safeParse({ 'no such field': 1 })
      .error?.issues.every((issue) => issue.code !== 'unrecognized_keys'),
  );
  expect(lax).toEqual([]);
});

test('every endpoint says who may call it and what it does', () => {
  for (const name of endpointNames) {
    expect(endpoint(name).access, name).toBeDefined();
    expect(endpoint(name).summary.length, name).toBeGreaterThan(5);
  }
});
