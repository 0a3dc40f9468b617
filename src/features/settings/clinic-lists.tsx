import type { ReplyOf } from '#contract/endpoints.ts';
import { newId } from '#local/store/new-id.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { NamedList } from './named-list.tsx';

type Lists = ReplyOf<'clinicLists.all'>;

/** Case questions, visit tags and payer reporting types, each with its editor. */
export function ClinicLists() {
  const fetched = useFetched(() => call('clinicLists.all', {}));
  return (
    <FetchedPart of={fetched} what="lists of the clinic" rows={4}>
      {(lists) => <Editors lists={lists} reload={fetched.load} />}
    </FetchedPart>
  );
}

function Editors({ lists, reload }: { lists: Lists; reload: () => void }) {
  async function then(work: Promise<unknown>): Promise<void> {
    await work;
    reload();
  }
  const saveInput = (id: string, Label: string, Inactive: boolean) =>
    then(call('clinicLists.saveCustomCaseInput', { id, Label, Inactive }));
  const saveTag = (id: string, Name: string, Inactive: boolean) =>
    then(call('clinicLists.saveVisitTag', { id, Name, Inactive }));
  return (
    <>
      <NamedList
        title="Case questions"
        help="Asked on every case."
        one="case question"
        rows={lists.customCaseInputs.map(({ CustomCaseInputId: id, Label: name, Inactive: isInactive }) => ({
          id,
          name,
          isInactive,
        }))}
        onAdd={(name) => saveInput(newId(), name, false)}
        onRename={({ id, isInactive }, name) => saveInput(id, name, isInactive === true)}
        onRetire={({ id, name }, isInactive) => saveInput(id, name, isInactive)}
      />
      <NamedList
        title="Visit tags"
        help="Words that mark visits, to find them again in lists and reports."
        one="visit tag"
        rows={lists.visitTags.map(({ TagId: id, Name: name, Inactive: isInactive }) => ({ id, name, isInactive }))}
        onAdd={(name) => saveTag(newId(), name, false)}
        onRename={({ id, isInactive }, name) => saveTag(id, name, isInactive === true)}
        onRetire={({ id, name }, isInactive) => saveTag(id, name, isInactive)}
      />
      <NamedList
        title="Payer reporting types"
        help="How reports group payers, such as Medicare or Workers’ compensation."
        one="payer reporting type"
        rows={lists.payerReportingTypes.map(({ PayerReportingTypeId: id, Description: name }) => ({ id, name }))}
        onAdd={(Description) => then(call('clinicLists.addPayerReportingType', { Description }))}
        onRename={({ id }, Description) => then(call('clinicLists.renamePayerReportingType', { id, Description }))}
      />
    </>
  );
}
