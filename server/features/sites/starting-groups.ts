import { everyPermission } from '#server/kit/auth/every-permission.ts';

/** The permission groups a site begins with, by name. */
export const startingGroups = {
  Administrator: [...everyPermission],
  Assistant: [
    'write notes',
    'sign notes',
    'record charges',
    'move visits.checkedIn',
    'move visits.inProgress',
    'move visits.review',
    'schedule visits',
  ],
  Biller: [
    'edit patients',
    'access billing',
    'submit claims',
    'record charges',
    'return visits',
    'reopen visits',
    'move visits.*',
  ],
  Clinician: [
    'edit patients',
    'write notes',
    'sign notes',
    'cosign notes',
    'record charges',
    'submit claims',
    'move visits.*',
    'return visits',
    'schedule visits',
  ],
  'Emergency access': ['request emergency access'],
  'Front desk': [
    'edit patients',
    'schedule visits',
    'manage schedules',
    ...['confirmed', 'checkedIn', 'inProgress', 'cancelled', 'noShow', 'lateCancel'].map(
      (stage) => `move visits.${stage}`,
    ),
  ],
};
export type StartingGroup = keyof typeof startingGroups;
