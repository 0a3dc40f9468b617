import { expect, test } from 'vitest';
import { mergedFields } from './merged-fields.ts';

test('alerts merge, every other field is the one that came last', () => {
  const there = { alerts: ['Fall risk', 'Latex allergy'] };
  const changes = { Phone: '5035550111', alerts: ['Fall risk', 'Pacemaker'] };
  expect(mergedFields(there, changes, { Phone: null, alerts: ['Fall risk'] })).toEqual({
    Phone: '5035550111',
    alerts: ['Fall risk', 'Latex allergy', 'Pacemaker'],
  });
  const unlisted: { Phone: null; alerts?: string[] } = { Phone: null };
  expect(mergedFields(there, unlisted, {})).toEqual({ Phone: null });
});

test('a STOP that came meanwhile is not taken back by a form that changed the other channel', () => {
  const there = { alerts: [], MessageConsent: { email: false, text: false } };
  const changes = { MessageConsent: { email: true, text: true } };
  const before = { MessageConsent: { email: false, text: true } };
  expect(mergedFields(there, changes, before)).toEqual({ MessageConsent: { email: true, text: false } });
  expect(mergedFields(there, changes, {})).toEqual(changes);
  expect(mergedFields({ alerts: [] }, changes, before)).toEqual({ MessageConsent: { email: true, text: false } });
});
