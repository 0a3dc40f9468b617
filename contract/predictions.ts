import {
  predictDischarge,
  predictNewCase,
  predictRemoveCase,
  predictStampPlan,
  predictUpdateCase,
} from './cases/predict-case.ts';
import { predictSaveMeasures } from './measures/predict-measures.ts';
import { predictSave as predictSaveCharges } from './charges/predict-save.ts';
import { predictCreateNote, predictRemoveNote, predictSave as predictSaveNote } from './documentation/predict-save.ts';
import { predictCosign, predictSign } from './documentation/predict-sign.ts';
import type { InputOf } from './endpoints.ts';
import type { QueueableName } from './queued-endpoints.ts';
import { predictSaveCells } from './flowsheet/predict-flowsheet.ts';
import { predictRecordOutcome } from './outcomes/predict-outcome.ts';
import { predictCreate } from './patients/predict-create.ts';
import { predictUpdate } from './patients/predict-update.ts';
import { predictsNothing, type Prediction } from './prediction.ts';
import { recordPredictions } from './record/predict-record.ts';
import {
  predictCreateCustomDays,
  predictRemoveNonPatientVisit,
  predictSaveNonPatientVisit,
  predictSaveVisitRequest,
  predictWithdrawVisitRequest,
} from './scheduling/predict-scheduling.ts';
import {
  predictCreate as predictBooking,
  predictCreateSeries,
  predictRemove,
  predictRemoveFuture,
  predictReschedule,
} from './visits/predict-booking.ts';
import { predictMove } from './visits/predict-move.ts';
import { predictResolveIntake } from './visits/predict-resolve-intake.ts';

/** What each queueable call shows while it waits; a missing one does not compile. */
export const predictions: { [N in QueueableName]: Prediction<InputOf<N>> } = {
  // Preferences are no rows of the mirror; the screen keeps the chosen value itself.
  'session.savePreferences': predictsNothing,
  'session.recordPrint': predictsNothing,
  'sync.recordDiscard': predictsNothing,
  'emergency.record': predictsNothing,
  'patients.create': predictCreate,
  'patients.update': predictUpdate,
  'cases.create': predictNewCase,
  'cases.update': predictUpdateCase,
  'cases.discharge': predictDischarge,
  'cases.remove': predictRemoveCase,
  'cases.stampPlan': predictStampPlan,
  ...recordPredictions,
  'visits.move': predictMove,
  'visits.create': predictBooking,
  'visits.createSeries': predictCreateSeries,
  'visits.reschedule': predictReschedule,
  'visits.remove': predictRemove,
  'visits.removeFuture': predictRemoveFuture,
  'visits.resolveIntake': predictResolveIntake,
  'scheduling.createCustomDays': predictCreateCustomDays,
  'scheduling.saveNonPatientVisit': predictSaveNonPatientVisit,
  'scheduling.removeNonPatientVisit': predictRemoveNonPatientVisit,
  'scheduling.saveVisitRequest': predictSaveVisitRequest,
  'scheduling.withdrawVisitRequest': predictWithdrawVisitRequest,
  'documentation.create': predictCreateNote,
  'documentation.remove': predictRemoveNote,
  'documentation.save': predictSaveNote,
  'documentation.saveMeasures': predictSaveMeasures,
  'documentation.sign': predictSign,
  'documentation.cosign': predictCosign,
  'outcomes.record': predictRecordOutcome,
  'charges.save': predictSaveCharges,
  'flowsheet.save': predictSaveCells,
  // Claims are made on the server only; the screen shows from the outbox that one is waiting.
  'billing.submitClaim': predictsNothing,
};
