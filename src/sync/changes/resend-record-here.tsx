import { lazy, type ComponentType } from 'react';
import { recordCall } from '#contract/records.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { AnyRecordForm } from '#shared/forms/record-form.tsx';
import { ResendRecord } from '#shared/forms/resend-record.tsx';
import { recordForms } from '#app/record-forms.ts';

type Props = { call: ParkedCall; onDone: () => void };

const forms: Readonly<Record<string, ComponentType<Props>>> = Object.fromEntries(
  Object.entries(recordForms).map(([entity, load]) => [entity, lazy(() => load().then(resendIn))]),
);

function resendIn(form: AnyRecordForm): { default: ComponentType<Props> } {
  return { default: (props) => <ResendRecord form={form} {...props} /> };
}

/** The form of the record that a refused call is of. */
export function ResendRecordHere(props: Props) {
  const Form = forms[recordCall(props.call.name)?.of.entity ?? ''];
  return Form ? <Form {...props} /> : null;
}
