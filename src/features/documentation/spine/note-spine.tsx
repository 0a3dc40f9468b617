import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { segmentFindings, type SegmentFinding } from '#contract/measures/spine/segment-findings.ts';
import { segmentName } from '#contract/measures/spine/segments.ts';
import noteClasses from '../note.module.css';
import classes from './spine.module.css';

/** What a note says of the spine, as it stands in the record; nothing where it says nothing, or where it is not for this user. */
export function NoteSpine({ note }: { note: VisitNote }) {
  const findings = segmentFindings(note.Cells);
  if (findings.length === 0) return null;
  return (
    <section>
      <h3 className={noteClasses.sectionName}>Spine</h3>
      <dl className={classes.read}>
        {findings.map((finding) => (
          <div key={finding.Segment}>
            <dt>{segmentName(finding.Segment)}</dt>
            <dd>{wordsOf(finding)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function wordsOf({ Pain, Asymmetry, Range, Tissue, Treated, Technique }: SegmentFinding): string {
  const said = [
    Pain === null ? null : `pain ${Pain}/10`,
    Asymmetry && `asymmetry ${Asymmetry}`,
    Range && `range ${Range}`,
    Tissue && `tissue ${Tissue}`,
    Treated ? `treated${Technique ? `: ${Technique}` : ''}` : Technique,
  ];
  const words = said.filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
