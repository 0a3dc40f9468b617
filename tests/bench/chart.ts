import { cast } from '../../server/demo/cast.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { benchChartScreens } from './chart-screens.ts';
import { tailFigure, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';
import { countWork, wordsOf } from './work.ts';

const pdfRounds = 40;

export async function benchChart(): Promise<Figure[]> {
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000' });
  try {
    await clinic.start();
    return [...(await benchPdf(clinic)), ...(await benchChartScreens(clinic))];
  } finally {
    await clinic.stop();
  }
}

/** A long evaluation of three pages, from the request to its last byte; the first one, which loads what draws it, too. */
async function benchPdf(clinic: Clinic): Promise<Figure[]> {
  const NoteId = cast.visits.today.billing;
  const text = 'The patient reports less pain on stairs than at the last visit, and slept well. '.repeat(30);
  const sections = ['History', 'PriorLevel', 'Subjective', 'Objective', 'Assessment', 'Plan'].map((key) => [key, text]);
  await clinic.sql(
    `update visit_notes set "NoteType" = 'eval', "Sections" = $2 where site = 'demo' and "NoteId" = $1`,
    [NoteId, JSON.stringify(Object.fromEntries(sections))],
  );
  const headers = { authorization: `Bearer ${await tokenFor(clinic, 'pt')}`, 'x-site-key': 'demo' };
  const once = async () => {
    const began = performance.now();
    const answer = await fetch(`${clinic.url}/api/notes/${NoteId}/pdf`, { headers });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok || byteLength < 10_000) throw new Error(`no PDF: ${answer.status}, ${byteLength} bytes`);
    return performance.now() - began;
  };
  const first = await once();
  const times: number[] = [];
  const worked = await countWork(clinic);
  for (let round = 0; round < pdfRounds; round += 1) times.push(await once());
  const work = worked(pdfRounds);
  return [
    tailFigure(
      'PDF of a note of three pages, request to last byte',
      'ms',
      times,
      500,
      `the first ${Math.round(first)} ms, the fastest ${Math.round(Math.min(...times))} ms; processor time: ${wordsOf(work)}`,
    ),
  ];
}
