import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export type VisibleString = { file: string; line: number; text: string };

/** Every text of the app, the shared rules and the server that a person may read; `{}` is a value put in. */
export function visibleStrings(): VisibleString[] {
  const files = globSync('{src,contract,server,local,workers,sw}/**/*.{ts,tsx}', {
    exclude: (name) => /\.test\.tsx?$|\/testing\/|\/demo\/|\/dev\//.test(name),
  });
  return files
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/demo\/|\/dev\//.test(file))
    .flatMap((file) => stringsIn(file));
}

export function stringsIn(file: string, source = readFileSync(file, 'utf8')): VisibleString[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: VisibleString[] = [];
  const add = (node: ts.Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (isProse(words))
      found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: words });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) add(node, jsxText(node));
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The text of an element with `{}` for what is put in; elements inside are read by themselves. */
function jsxText(node: ts.JsxElement | ts.JsxFragment): string {
  return node.children.map((child) => (ts.isJsxText(child) ? child.text : '{}')).join('');
}

/** A sentence or a label, not a name of something in code, a query or a class. */
function isProse(text: string): boolean {
  const words = text.replaceAll('{}', ' ');
  if (!/[A-Za-z]{2}/.test(words)) return false;
  if (
    /^(select|insert|update|delete|with|create|drop|alter|grant|set|begin|copy|lock|vacuum|from|where|order by|on conflict|and |or )\b/i.test(
      words.trim(),
    ) &&
    /[=*("]|\bfrom\b|\bset\b|\binto\b/i.test(words)
  )
    return false;
  if (/^[A-Z][a-z]+$/.test(text)) return true;
  return /^[A-Z“"(‘{]/.test(text)
    ? /[a-z]/.test(text) && !/^[A-Z]\w*$/.test(text)
    : /[a-z]\s+[a-z]+\s+[a-z]/i.test(words);
}
