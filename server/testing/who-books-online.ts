/** Who may call what of online scheduling, as `who-may-call.ts` tells it. */
export const onlineSchedulingCallers = {
  'onlineScheduling.options': 'patient',
  'onlineScheduling.slots': 'patient',
  'onlineScheduling.hold': 'patient',
  'onlineScheduling.extendHold': 'patient',
  'onlineScheduling.endHold': 'patient',
  'onlineScheduling.book': 'patient',
  'onlineScheduling.heldTimes': 'staff',
  'onlineScheduling.sendLink': ['edit patients', 'schedule visits'],
} as const;
