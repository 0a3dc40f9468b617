import { CustomCaseInput, PayerReportingType, VisitTag } from '#contract/clinic-lists/clinic-lists.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { newId } from '#local/store/new-id.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { NamedList, type Named } from './named-list.tsx';

type Lists = ReplyOf<'clinicLists.all'>;

const inputOf = ({ name, isInactive = false }: Named) => ({ Label: name, Inactive: isInactive });
const tagOf = ({ name, isInactive = false }: Named) => ({ Name: name, Inactive: isInactive });

/** Case questions, visit tags and payer reporting types, each with its editor. */
export function ClinicLists() {
  const fetched = useFetched(() => call('clinicLists.all', {}));
  return (
    <FetchedPart of={fetched} what="clinic lists" rows={4}>
      {(lists) => <Editors lists={lists} reload={fetched.load} />}
    </FetchedPart>
  );
}

function Editors({ lists, reload }: { lists: Lists; reload: () => void }) {
  async function then(work: Promise<unknown>): Promise<void> {
    await work;
    reload();
  }
  // A new one was not seen before.
  const saveInput = (row: Named, seen?: Named) =>
    then(call('clinicLists.saveCustomCaseInput', { id: row.id, ...inputOf(row), base: seen && inputOf(seen) }));
  const saveTag = (row: Named, seen?: Named) =>
    then(call('clinicLists.saveVisitTag', { id: row.id, ...tagOf(row), base: seen && tagOf(seen) }));
  return (
    <>
      <NamedList
        title="Case questions"
        help="Shown on every case."
        one="case question"
        rows={lists.customCaseInputs.map(({ CustomCaseInputId: id, Label: name, Inactive: isInactive }) => ({
          id,
          name,
          isInactive,
        }))}
        onAdd={(name) => saveInput({ id: newId(), name })}
        onRename={(row, name, seen) => saveInput({ ...row, name }, { ...row, name: seen })}
        nameOf={(current) => CustomCaseInput.safeParse(current).data?.Label ?? null}
        onRetire={(row, isInactive) => saveInput({ ...row, isInactive }, row)}
      />
      <NamedList
        title="Visit tags"
        help="Tags to find visits in lists and reports."
        one="visit tag"
        rows={lists.visitTags.map(({ TagId: id, Name: name, Inactive: isInactive }) => ({ id, name, isInactive }))}
        onAdd={(name) => saveTag({ id: newId(), name })}
        onRename={(row, name, seen) => saveTag({ ...row, name }, { ...row, name: seen })}
        nameOf={(current) => VisitTag.safeParse(current).data?.Name ?? null}
        onRetire={(row, isInactive) => saveTag({ ...row, isInactive }, row)}
      />
      <NamedList
        title="Payer reporting types"
        help="How reports group payers, such as Medicare or Workers’ compensation."
        one="payer reporting type"
        rows={lists.payerReportingTypes.map(({ PayerReportingTypeId: id, Description: name }) => ({ id, name }))}
        onAdd={(Description) => then(call('clinicLists.addPayerReportingType', { Description }))}
        onRename={({ id }, Description, seen) =>
          then(call('clinicLists.renamePayerReportingType', { id, Description, base: { Description: seen } }))
        }
        nameOf={(current) => PayerReportingType.safeParse(current).data?.Description ?? null}
      />
    </>
  );
}
