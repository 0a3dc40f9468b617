import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { RecordCallName } from '#contract/records.ts';
import { billingViews } from '#features/billing/conflict-views.ts';
import { caseViews } from '#features/cases/conflict-views.ts';
import { chargeViews } from '#features/charges/conflict-views.ts';
import { documentationViews } from '#features/documentation/conflict-views.ts';
import { emergencyViews } from '#features/emergency/conflict-views.ts';
import { patientViews } from '#features/patients/conflict-views.ts';
import { schedulingViews } from '#features/scheduling/conflict-views.ts';
import { sessionViews } from '#features/session/conflict-views.ts';
import { visitViews } from '#features/visits/conflict-views.ts';
import type { ConflictView, ConflictViews } from '#shared/conflict-views.ts';
import { recordViews } from '#sync/changes/record-views.tsx';
import { syncViews } from '#sync/conflict-views.ts';
import { recordForms } from './record-forms.ts';

/** How each command that may wait is shown, as its feature says; a missing one does not compile. */
const commandViews: Record<Exclude<QueueableName, RecordCallName>, ConflictView> = {
  ...billingViews,
  ...caseViews,
  ...chargeViews,
  ...documentationViews,
  ...emergencyViews,
  ...patientViews,
  ...schedulingViews,
  ...sessionViews,
  ...syncViews,
  ...visitViews,
};

export const conflictViews: ConflictViews = { ...recordViews(recordForms), ...commandViews };
