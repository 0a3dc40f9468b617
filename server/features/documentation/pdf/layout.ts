import type { Content, Definition } from 'pdfmake';
import type {
  Block,
  Drawing,
  Fact,
  NoteDocument,
  NoteTable,
} from '#contract/documentation/document/document-blocks.ts';
import { fontText } from './font-text.ts';

/** Points; Letter is 612 wide. */
const side = 51;
const width = 612 - 2 * side;
/** Left and right of a cell, of the layout with light lines. */
const cellPadding = 16;
/** Levels of headlines, by which titles are told from what they are the titles of. */
const title = 1;
const body = 2;

type Printing = { name: string; at: Date; printed: string };

/** A document as pdfmake lays it out. Texts go in as texts alone: nothing in them is read as markup or fetched. */
export function definitionOf(of: NoteDocument, { name, at, printed }: Printing): Definition {
  return {
    pageSize: 'LETTER',
    pageMargins: [side, 62, side, 52],
    version: '1.7',
    language: 'en-US',
    displayTitle: true,
    info: { title: name, creator: 'Mainstay', producer: 'Mainstay', creationDate: at },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.2, preserveLeadingSpaces: true },
    styles: {
      name: { fontSize: 13, bold: true },
      title: { fontSize: 15, bold: true, margin: [0, 10, 0, 4] },
      part: { fontSize: 10.5, bold: true, margin: [0, 8, 0, 2] },
      small: { fontSize: 8, color: '#444444' },
      label: { color: '#444444' },
      notice: { fontSize: 11, bold: true, margin: [0, 8, 0, 2] },
    },
    header: () => ({ stack: [onEachPage(of)], margin: [side, 26, side, 0] }),
    footer: (page, pages) => ({
      columns: [around(printed), { ...around(`Page ${page} of ${pages}`), alignment: 'right', width: 'auto' }],
      style: 'small',
      margin: [side, 14, side, 0],
    }),
    content: [...head(of), ...of.blocks.flatMap(blockOf)],
    // A title alone at the foot of a page goes over with what it is the title of.
    pageBreakBefore: ({ headlineLevel, pageNumbers: [page] }, { getFollowingNodesOnPage }) =>
      headlineLevel === title &&
      !getFollowingNodesOnPage().some((node) => node.headlineLevel === body && node.pageNumbers[0] === page),
  };
}

function onEachPage({ patient, mark }: NoteDocument): Content {
  const whose: Content = { ...around(patient), style: 'small', width: '*' };
  if (mark === null) return whose;
  return { columns: [whose, { ...around(mark), bold: true, width: 'auto', alignment: 'right' }], columnGap: 12 };
}

function head({ letterhead, title: kind, about }: NoteDocument): Content[] {
  return [
    { ...text(letterhead.name), style: 'name' },
    ...letterhead.lines.map((line): Content => ({ ...text(line), style: 'small' })),
    rule(),
    { ...text(kind), style: 'title' },
    facts(about),
    rule(),
  ];
}

function blockOf(block: Block): Content[] {
  if (block.is === 'facts') return [{ ...facts(block.facts), margin: [0, 6, 0, 0] }];
  if (block.is === 'section') return [part(block.title), text(block.text)];
  if (block.is === 'table') return [part(block.table.title), table(block.table)];
  if (block.is === 'drawings')
    return [part(block.title), { columns: block.drawings.map(drawing), columnGap: 24, unbreakable: true }];
  if (block.is === 'addendum') return [rule(), { ...text(block.title), style: 'title', headlineLevel: title }];
  if (block.is === 'notice') return [{ ...text(block.text), style: 'notice' }];
  return [{ stack: block.lines.map(text), margin: [0, 10, 0, 0], unbreakable: true }];
}

const text = (words: string) => ({ text: fontText(words), headlineLevel: body });
/** Of every page: no part of what the pages hold. */
const around = (words: string) => ({ text: fontText(words) });
const part = (of: string): Content => ({ ...text(of), style: 'part', headlineLevel: title });

function rule(): Content {
  const line = { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75 } as const;
  return { canvas: [line], margin: [0, 6, 0, 4] };
}

function facts(of: readonly Fact[]): Content {
  const row = ({ label, words }: Fact): Content => ({
    columns: [
      { ...text(label), style: 'label', width: 96 },
      { ...text(words), width: '*' },
    ],
    columnGap: 8,
  });
  return { stack: of.map(row) };
}

function table({ columns, rows }: NoteTable): Content {
  const heads = columns.map((column): Content => ({ ...text(column), bold: true }));
  return {
    table: {
      headerRows: 1,
      widths: widthsOf({ columns, rows }),
      body: [heads, ...rows.map((row) => row.map(text))],
      dontBreakRows: rows.every((row) => row.every((cell) => cell.length < 400)),
    },
    layout: 'lightHorizontalLines',
  };
}

/** Points that a picture is high. */
const drawingHeight = 200;

function drawing({ caption, width: wide, height, outlines, dots, lines: open = [] }: Drawing): Content {
  const scale = drawingHeight / height;
  const at = (x: number, y: number) => ({ x: x * scale, y: y * scale });
  const lines = outlines.map((points) => ({
    type: 'polyline' as const,
    points: points.map(([x, y]) => at(x, y)),
    closePath: true,
    lineWidth: 0.5,
    lineColor: '#777777',
  }));
  const drawn = open.map((points) => ({
    type: 'polyline' as const,
    points: points.map(([x, y]) => at(x, y)),
    lineWidth: 1.2,
    lineColor: '#111111',
  }));
  const marks = dots.map(({ x, y }) => ({ type: 'ellipse' as const, ...at(x, y), r1: 3, r2: 3, color: '#b00020' }));
  return {
    stack: [{ canvas: [...lines, ...drawn, ...marks] }, { ...text(caption), alignment: 'center' }],
    width: wide * scale,
  };
}

/** Of each column, by the longest text in it: short amounts leave room for names and comments. */
function widthsOf({ columns, rows }: Pick<NoteTable, 'columns' | 'rows'>): number[] {
  const weights = columns.map((column, at) => {
    const longest = Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0));
    return Math.min(36, Math.max(7, longest));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const room = width - columns.length * cellPadding;
  return weights.map((weight) => (room * weight) / all);
}
