import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export type VisibleString = { file: string; line: number; text: string };

const developersOnly = /\.test\.tsx?$|\/testing\/|\/demo\/|\/dev\/|guessable\.ts$/;
/** Their thrown errors are read by the person who runs the server. */
const forOperators = /^server\/(admin|main|config)\.ts$|^server\/kit\/(db|mail)\//;

/** Every text of the app, the shared rules and the server that a person can read; `{}` is an inserted value. */
export function visibleStrings(): VisibleString[] {
  return globSync('{src,contract,server,local,workers,sw}/**/*.{ts,tsx}')
    .filter((file) => !developersOnly.test(file))
    .flatMap((file) => stringsIn(file));
}

export function stringsIn(file: string, source = readFileSync(file, 'utf8')): VisibleString[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: VisibleString[] = [];
  const add = (node: ts.Node, text: string) => {
    const words = text.replace(/[^\S\n]+/g, ' ').trim();
    if (!isProse(words)) return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file, line: line + 1, text: words });
  };
  const visit = (node: ts.Node): void => {
    if (isUnseen(node, file)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) add(node, jsxText(node));
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) add(node, templateText(node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Code that no person reads: imports, types, log lines, style names and thrown programmer errors. */
function isUnseen(node: ts.Node, file: string): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return /^(className|style|d|viewBox|data-.*)$/.test(node.name.getText());
  if (ts.isCallExpression(node)) return /\blog\.(debug|info|warn|error)$/.test(node.expression.getText());
  if (ts.isNewExpression(node))
    return /^(Type|Range)?Error$/.test(node.expression.getText()) && !forOperators.test(file);
  return false;
}

function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** The text of an element on one line; elements inside are read by themselves. */
function jsxText(node: ts.JsxElement | ts.JsxFragment): string {
  return node.children.map((child) => (ts.isJsxText(child) ? child.text.replace(/\s+/g, ' ') : '{}')).join('');
}

const sql =
  /^[\s,)(]*(select|insert|update|delete|with|create|drop|alter|grant|revoke|set|begin|copy|lock|vacuum|from|where|order by|group by|on conflict|and|or|case|coalesce|exists|left join|array|to_jsonb)\b|\bas row\b|::\w|"[A-Z]\w+"[ ,=.)]|\blimit \d|\bfor update\b|\bsite = /;

/** A sentence or a label, not a name in code, a query or a style. */
function isProse(text: string): boolean {
  const words = text.replaceAll('{}', ' ').trim();
  if (!/[A-Za-z]{2}/.test(words) || /[<>=;{}]\S*[(){}]|\)\s*=>/.test(words)) return false;
  if (/[a-z=("]/.test(words[0] ?? '') && sql.test(words)) return false;
  if (/^[A-Z][a-z]+$/.test(text)) return true;
  if (text.includes('{}')) return /(^|\s)[A-Za-z]*[a-z]{3}/.test(words);
  return /^[A-Z“"(‘]/.test(text) ? /[a-z]/.test(text) && !/^[A-Z]\w*$/.test(text) : /[a-z][\w-]*\s+[a-z]/i.test(words);
}
