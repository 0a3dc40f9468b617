import { Button, Checkbox, PasswordInput, Select, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { Money } from '#shared/ui/money/money.tsx';
import { PersonName } from '#shared/ui/person-name/person-name.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import { toast, toastDone, toastMustDismiss, toastNegative, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { demoRows } from './demo-rows.ts';
import { Specimen } from './specimen.tsx';

/** Everything that is pressed, typed into or opened. */
export function DevControls() {
  return (
    <>
      <Specimen name="Buttons">
        <Button>Sign note</Button>
        <Button variant="default">Check in</Button>
        <Button variant="subtle" color="gray">
          Cancel
        </Button>
        <Button variant="outline" color="red">
          Discard changes
        </Button>
        <Button disabled>Sign note</Button>
      </Specimen>
      <Specimen name="Toolbar and counts" column>
        <DevToolbar />
      </Specimen>
      <Specimen name="Table: Enter moves down a column" column>
        <DevTable />
      </Specimen>
      <Specimen name="Fields">
        <DevFields />
      </Specimen>
      <Specimen name="Toasts">
        <Button variant="default" onClick={() => toast('Rosa Alvarez moved to Arrived.')}>
          Plain
        </Button>
        <Button variant="default" onClick={() => toastDone('Setting updated')}>
          Done
        </Button>
        <Button
          variant="default"
          onClick={() => toastNegative('The case has no active insurance. Nothing was changed.')}
        >
          Negative
        </Button>
        <Button
          variant="default"
          onClick={() => toastMustDismiss('This payer needs an authorization before the next visit.')}
        >
          Must dismiss
        </Button>
        <Button variant="default" onClick={() => toastUndo('Visit cancelled.', () => toast('Visit is back.'))}>
          Undo
        </Button>
      </Specimen>
      <Specimen name="Drawer and dialog">
        <DevLayers />
      </Specimen>
    </>
  );
}

function DevToolbar() {
  const [typed, setTyped] = useState('');
  const [isUnsigned, setUnsigned] = useState(true);
  return (
    <Toolbar label="Specimen filters" end={<Button variant="default">Print</Button>}>
      <SearchBox label="Search visits" value={typed} onChange={setTyped} w={220} />
      <StatPill
        count={4}
        label="unsigned notes"
        meaning="needs"
        active={isUnsigned}
        onOpen={() => setUnsigned(!isUnsigned)}
      />
      <StatPill count={1} label="rejected claim" meaning="danger" onOpen={() => undefined} />
      <StatPill count={0} label="to cosign" meaning="needs" />
    </Toolbar>
  );
}

function DevTable() {
  const [minutes, setMinutes] = useState<Record<string, string>>({});
  const [open, setOpen] = useState<string | null>('2');
  return (
    <DataTable
      label="Visits of the day"
      rows={demoRows}
      rowKey={(row) => row.key}
      onOpen={(row) => setOpen(row.key)}
      selectedKey={open}
      pinFirst
      columns={[
        { key: 'person', title: 'Patient', cell: (row) => <PersonName person={row.person} /> },
        { key: 'time', title: 'Time', cell: (row) => row.time },
        { key: 'provider', title: 'Provider', cell: (row) => row.provider, secondary: true },
        { key: 'stage', title: 'Stage', cell: (row) => <StageBadge stage={row.stage} />, total: 'Total' },
        {
          key: 'minutes',
          title: 'Minutes',
          width: 96,
          cell: (row) => (
            <TextInput
              size="xs"
              aria-label={`Minutes of ${row.person.LastName}`}
              value={minutes[row.key] ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setMinutes((before) => ({ ...before, [row.key]: value }));
              }}
            />
          ),
        },
        {
          key: 'balance',
          title: 'Balance',
          align: 'end',
          cell: (row) => <Money cents={row.cents} />,
          total: <Money cents={129_950} emphasis />,
        },
      ]}
    />
  );
}

function DevFields() {
  const [date, setDate] = useState<string | null>('2026-11-18');
  return (
    <>
      <DateField
        label="Visit date"
        value={date}
        onChange={setDate}
        onRefused={setDate}
        minDate="2026-01-01"
        closedPeriodEnd="2026-10-31"
      />
      <TextInput label="First name" defaultValue="Rosa" />
      <TextInput label="Email" defaultValue="rosa@" error="Write the whole address, such as rosa@example.com." />
      <PasswordInput
        label="Password"
        defaultValue="secret"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      <Select label="Discipline" data={['PT', 'PTA', 'OT', 'SLP', 'DC']} defaultValue="PT" w={120} />
      <Checkbox label="Active" defaultChecked />
      <Textarea
        label="Subjective"
        defaultValue="Less pain on stairs since the last visit."
        autosize
        minRows={2}
        w={320}
      />
    </>
  );
}

function DevLayers() {
  const [layer, setLayer] = useState<'drawer' | 'dialog' | null>(null);
  const close = () => setLayer(null);
  return (
    <>
      <Button variant="default" onClick={() => setLayer('drawer')}>
        Open a drawer
      </Button>
      <Button variant="default" onClick={() => setLayer('dialog')}>
        Ask before closing
      </Button>
      <SideDrawer
        opened={layer === 'drawer'}
        onClose={close}
        title="Intake of Rosa Alvarez"
        footer={<Button onClick={close}>Take the answers</Button>}
      >
        <TextInput label="Phone" defaultValue="(555) 201-4477" />
      </SideDrawer>
      <ConfirmDialog
        opened={layer === 'dialog'}
        title="Remaining Primary AR"
        confirmLabel="Yes"
        onConfirm={close}
        onCancel={close}
      >
        This claim has $40.00 of remaining Primary AR. Are you sure you want to move this to Closed?
      </ConfirmDialog>
    </>
  );
}
