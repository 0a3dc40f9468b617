/** Who may call what of forms, files and home programs, as `who-may-call.ts` has it of the rest. */
export const formsMayCall = {
  'intake.read': 'patient',
  'intake.save': 'patient',
  'intake.photo': 'patient',
  'intake.sign': 'patient',
  'intake.submit': 'patient',
  'intake.send': ['edit patients', 'schedule visits'],
  'hep.send': ['write notes'],
  'hep.program': 'patient',
  'hep.log': 'patient',
  'files.list': 'staff',
  'files.download': 'staff',
  'files.content': 'staff',
} as const;
