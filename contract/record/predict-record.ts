import { definedFields } from '../base/defined-fields.ts';
import type { EntityName, RowOf } from '../entities.ts';
import { predictionOf, type Prediction } from '../prediction.ts';
import { allRecords } from '../records.ts';
import { callNameOf, type RecordCallName } from '../kept-rows.ts';
import { columnsOf, type AnyRecord } from './record.ts';

type Row = Record<string, unknown>;

/** What the calls of every record show while they wait. */
export const recordPredictions = Object.fromEntries(allRecords.flatMap(predictionsOf)) as {
  [N in RecordCallName]: Prediction<unknown>;
};

function predictionsOf(of: AnyRecord): [RecordCallName, Prediction<unknown>][] {
  // A record's entity is one of the mirror's (records.test.ts).
  const entity = of.entity as EntityName;
  const { parent } = of;
  const ownerOf = (input: Row) => parent && { entity: parent.entity, key: String(input[parent.key]) };
  const create = predictionOf(of.New, {
    reads: (input) => [{ entity, key: String(input[of.key]) }, ...[ownerOf(input) ?? []].flat()],
    apply(rows, input, { madeAt }) {
      const owner = ownerOf(input);
      const chart = owner && rows.get(owner.entity, owner.key);
      if ((owner && !chart) || rows.get(entity, String(input[of.key]))) return;
      const made = { ...columnsOf(of, input), ...(chart && { PatientId: chart.PatientId }), updated_at: madeAt };
      rows.put(entity, asRow(made));
      const shown = chart ? of.parentGets(chart, made, null) : {};
      if (owner && chart && Object.keys(shown).length > 0)
        rows.put(owner.entity, asRow({ ...chart, ...shown }) as never);
    },
  });
  const update = predictionOf(of.Change, {
    reads: ({ id }) => [{ entity, key: String(id) }],
    more({ id }, rows) {
      const found = rows.get(entity, String(id));
      return found ? [ownerOf(found) ?? []].flat() : [];
    },
    apply(rows, { id, changes }) {
      const found = rows.get(entity, String(id));
      if (!found) return;
      const after = { ...found, ...definedFields(changes as Row) };
      rows.put(entity, asRow(after));
      const owner = ownerOf(found);
      const chart = owner && rows.get(owner.entity, owner.key);
      const shown = chart ? of.parentGets(chart, after, found) : {};
      if (owner && chart && Object.keys(shown).length > 0)
        rows.put(owner.entity, asRow({ ...chart, ...shown }) as never);
    },
  });
  const remove = predictionOf(of.Id, {
    reads: ({ id }) => [{ entity, key: String(id) }],
    apply(rows, { id }) {
      rows.remove(entity, String(id));
    },
  });
  return [
    [callNameOf(of, 'create'), create],
    [callNameOf(of, 'update'), update],
    [callNameOf(of, 'remove'), remove],
  ];
}

/** The schemas of the record have made it one. */
function asRow(row: Row): RowOf<EntityName> {
  return row as unknown as RowOf<EntityName>;
}
