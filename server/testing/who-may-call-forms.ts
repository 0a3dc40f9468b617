/** Who may call what of forms and files, as `who-may-call.ts` has it of the rest. */
export const formsMayCall = {
  'intake.read': 'patient',
  'intake.save': 'patient',
  'intake.photo': 'patient',
  'intake.sign': 'patient',
  'intake.submit': 'patient',
  'intake.send': ['edit patients', 'schedule visits'],
  'surveys.read': 'anyone',
  'surveys.answer': 'anyone',
  'surveys.send': ['edit patients', 'schedule visits'],
  'surveys.list': ['access company + manage users'],
  'surveys.called': ['access company + manage users'],
  'files.list': 'staff',
  'files.download': 'staff',
  'files.content': 'staff',
} as const;
