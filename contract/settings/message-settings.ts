import { z } from 'zod';
import { setting } from './setting.ts';

/** Which messages patients get, and how. */
export const messageSettings = {
  tell_of_visits: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: false,
    label: 'Notify patients of visit changes',
    help: 'We notify the patient three minutes after a visit is booked, moved or canceled. If you undo in time, nothing is sent.',
  }),
  first_reminder_hours: setting(z.int().min(0).max(72), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: 0,
    label: 'First reminder',
    help: 'Sent before each visit, with a link to confirm. Nothing is sent between 9 PM and 8 AM.',
    choices: [
      { value: 0, label: 'None' },
      { value: 24, label: '1 day before' },
      { value: 48, label: '2 days before' },
      { value: 72, label: '3 days before' },
    ],
  }),
  second_reminder_hours: setting(z.int().min(0).max(12), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: 0,
    label: 'Second reminder',
    help: 'Sent shortly before the visit. For an early visit, sent the evening before.',
    choices: [
      { value: 0, label: 'None' },
      { value: 1, label: '1 hour before' },
      { value: 2, label: '2 hours before' },
      { value: 4, label: '4 hours before' },
    ],
  }),
  messages_by_email: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: true,
    label: 'By email',
    help: 'Send reminders and visit updates by email to patients who agreed.',
  }),
  messages_by_text: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: false,
    label: 'By text message',
    help: 'Send reminders and visit updates by text to patients who agreed.',
  }),
  survey_after_visits: setting(z.int().min(0).max(20), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: 0,
    label: 'Survey about care',
    help: 'Sent the day after this visit of a case, to patients who agreed to surveys. Each is asked at most every 180 days.',
    choices: [
      { value: 0, label: 'Not sent automatically' },
      { value: 1, label: 'After the first visit' },
      { value: 3, label: 'After the third visit' },
      { value: 6, label: 'After the sixth visit' },
    ],
  }),
} as const;
