/** What we use of it; the package brings no types. */
declare module 'pdfmake' {
  type Margin = [left: number, top: number, right: number, bottom: number];
  type Style = {
    bold?: boolean;
    font?: string;
    fontSize?: number;
    color?: string;
    lineHeight?: number;
    alignment?: 'left' | 'right' | 'center';
    margin?: Margin;
    style?: string;
    width?: number | 'auto' | '*';
    unbreakable?: boolean;
    headlineLevel?: number;
    preserveLeadingSpaces?: boolean;
  };
  type Line = { type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number; lineColor?: string };
  type Polyline = {
    type: 'polyline';
    points: { x: number; y: number }[];
    closePath?: boolean;
    lineWidth: number;
    lineColor: string;
  };
  type Ellipse = { type: 'ellipse'; x: number; y: number; r1: number; r2: number; color: string };
  type Table = {
    table: { headerRows: number; widths: (number | 'auto' | '*')[]; body: Content[][]; dontBreakRows?: boolean };
    layout?: string;
  };
  export type Content = Style &
    (
      | { text: string }
      | { stack: Content[] }
      | { columns: Content[]; columnGap?: number }
      | { canvas: (Line | Polyline | Ellipse)[] }
      | Table
    );

  type Placed = { headlineLevel?: number; pageNumbers: number[] };

  export type Definition = {
    pageSize: 'LETTER';
    pageMargins: Margin;
    version: '1.7';
    language: string;
    displayTitle: boolean;
    info: { title: string; creator: string; producer: string; creationDate: Date };
    defaultStyle: Style;
    styles: Record<string, Style>;
    header(page: number): Content;
    footer(page: number, pages: number): Content;
    content: Content[];
    /** Told of each thing with a headline level; true begins a new page before it. */
    pageBreakBefore(node: Placed, around: { getFollowingNodesOnPage(): Placed[] }): boolean;
  };

  const pdfmake: {
    /** Read before any file of the machine. */
    virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
    setFonts(fonts: Record<string, Record<'normal' | 'bold', string>>): void;
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer<ArrayBuffer>> };
  };
  export default pdfmake;
}
