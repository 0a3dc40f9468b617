import type {
  Block,
  Drawing,
  Fact,
  NoteDocument,
  NoteTable,
} from '#contract/documentation/document/document-blocks.ts';
import sheets from '#shared/print/print.module.css';
import classes from './note-paper.module.css';

/** The document of a note on paper; every page says whose it is, and where the browser can, which of how many it is. */
export function NotePaper({ of, foot }: { of: NoteDocument; foot: string }) {
  return (
    <article className={classes.pages}>
      <div className={classes.eachPage}>
        <p className={classes.whose}>
          <span>{of.patient}</span>
          {of.mark !== null && <strong>{of.mark}</strong>}
        </p>
      </div>
      <div className={classes.body}>
        <header className={classes.letterhead}>
          <p className={classes.name}>{of.letterhead.name}</p>
          {of.letterhead.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </header>
        <h2 className={sheets.title}>{of.title}</h2>
        <Facts facts={of.about} isRuled />
        {of.blocks.map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a document that is read, never changed by hand
          <BlockOf key={at} block={block} />
        ))}
        <p className={sheets.foot}>{foot}</p>
      </div>
    </article>
  );
}

function BlockOf({ block }: { block: Block }) {
  switch (block.is) {
    case 'facts':
      return <Facts facts={block.facts} />;
    case 'section':
      return (
        <div>
          <h3 className={sheets.part}>{block.title}</h3>
          <p className={classes.text}>{block.text}</p>
        </div>
      );
    case 'table':
      return <TableOf table={block.table} />;
    case 'drawings':
      return (
        <div>
          <h3 className={sheets.part}>{block.title}</h3>
          <div className={classes.drawings}>
            {block.drawings.map((drawing) => (
              <Picture key={drawing.caption} of={drawing} />
            ))}
          </div>
        </div>
      );
    case 'addendum':
      return <h2 className={classes.addendum}>{block.title}</h2>;
    case 'notice':
      return <p className={classes.notice}>{block.text}</p>;
    case 'signatures':
      return (
        <div className={classes.signatures}>
          {block.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      );
  }
}

function Picture({ of: { caption, words, width, height, outlines, dots, lines = [] } }: { of: Drawing }) {
  return (
    <figure className={classes.drawing}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${caption}: ${words}`}>
        {outlines.map((points) => (
          <polygon key={points.join(' ')} points={points.map((point) => point.join(',')).join(' ')} />
        ))}
        {lines.map((points) => (
          <polyline key={points.join(' ')} points={points.map((point) => point.join(',')).join(' ')} fill="none" />
        ))}
        {dots.map(({ x, y }) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r={15} />
        ))}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function Facts({ facts, isRuled = false }: { facts: readonly Fact[]; isRuled?: boolean }) {
  return (
    <dl className={isRuled ? `${classes.facts} ${classes.ruled}` : classes.facts}>
      {facts.map(({ label, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function TableOf({ table: { title, columns, rows } }: { table: NoteTable }) {
  return (
    <div>
      <h3 className={sheets.part}>{title}</h3>
      <table className={`${sheets.grid} ${classes.table}`} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a document have no names of their own
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={columns[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
