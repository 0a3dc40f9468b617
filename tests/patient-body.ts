import { randomBytes } from 'node:crypto';
import { uuidFrom } from '#contract/base/ids.ts';

/** Input of `patients.create` for somebody new; with a payer, insured there. */
export function patientBody(FirstName: string, PayerId?: string) {
  return {
    patient: {
      PatientId: newId(),
      FirstName,
      MiddleName: null,
      LastName: 'Testcase',
      PreferredName: null,
      Pronouns: null,
      DateOfBirth: '1980-02-03',
      Sex: 'F',
      Phone: '5550100199',
      Email: null,
      Address1: '1 Bench Road',
      City: 'Boston',
      StateOrProvince: 'MA',
      PostalCode: '02108',
      alerts: [],
      FacilityId: null,
    },
    insurances: PayerId === undefined ? [] : [insuranceAt(PayerId)],
  };
}

function insuranceAt(PayerId: string) {
  return {
    InsuranceId: newId(),
    PayerId,
    Priority: 1,
    MemberId: 'M1',
    GroupNumber: null,
    Relationship: '18',
    Subscriber: null,
    StartDate: null,
    EndDate: null,
  };
}

function newId(): string {
  return uuidFrom(Date.now(), randomBytes(10));
}
