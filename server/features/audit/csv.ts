import { actionName, auditSentence, fieldName, noPerson } from '#contract/audit/entry-words.ts';
import type { AuditEntry } from '#contract/audit/entry.ts';

const titles = [
  'When (UTC)',
  'Who',
  'Action',
  'What',
  'Patient',
  'Reason',
  'Fields',
  'Device',
  'App version',
  'Offline',
  'Record',
  'Entry',
];

/** RFC 4180, with a byte order mark for spreadsheets. */
export function csvOf(entries: AuditEntry[]): string {
  const lines = [titles, ...entries.map(cellsOf)];
  return `\ufeff${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function cellsOf(entry: AuditEntry): string[] {
  const { at, person, action, patient, reason, fields, device, AppVersion, offline, entity, pk, id } = entry;
  return [
    at,
    person ?? noPerson,
    actionName(action),
    auditSentence(entry),
    patient ? `${patient.LastName}, ${patient.FirstName}` : '',
    reason ?? '',
    fields.map(fieldName).join('; '),
    device ?? '',
    AppVersion ?? '',
    offline === null ? '' : offline ? 'yes' : 'no',
    `${entity} ${pk}`,
    id,
  ];
}

/** What begins like a formula is kept from being run by the spreadsheet that opens it (OWASP, CSV injection). */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
