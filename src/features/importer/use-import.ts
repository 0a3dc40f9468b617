import { useRef, useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { wholeSentence } from '#contract/base/whole-sentence.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import type { ImportFile } from '#contract/importer/endpoints.ts';
import { call } from '#shared/api.ts';
import type { WhoIsWho } from './alike-rows.tsx';
import { readFiles } from './read-files.ts';

export type ImportReply = ReplyOf<'importer.run'>;

export type ImportState =
  | { step: 'choose'; problem: string | null }
  | { step: 'checking'; names: string[] }
  | { step: 'preview'; names: string[]; reply: ImportReply; problem: string | null }
  | { step: 'importing'; names: string[]; reply: ImportReply }
  | { step: 'done'; names: string[]; reply: ImportReply };

/** Chosen files through dry run, preview and import. The texts stay out of the state: they are large. */
export function useImport(onImported: () => void) {
  const [state, setState] = useState<ImportState>({ step: 'choose', problem: null });
  const files = useRef<ImportFile[]>([]);

  async function choose(chosen: readonly File[]) {
    const names = chosen.map((file) => file.name);
    setState({ step: 'checking', names });
    const read = await readFiles(chosen);
    if ('refused' in read) {
      setState({ step: 'choose', problem: read.refused });
      return;
    }
    files.current = read.files;
    try {
      const reply = await call('importer.run', { files: read.files, dryRun: true });
      setState({ step: 'preview', names, reply, problem: null });
    } catch (error) {
      setState({
        step: 'choose',
        problem: sentenceOf(error, 'The files could not be checked. Nothing was imported. Try again.'),
      });
    }
  }

  async function run(names: string[], preview: ImportReply, answers: WhoIsWho) {
    setState({ step: 'importing', names, reply: preview });
    try {
      const reply = await call('importer.run', { files: files.current, dryRun: false, ...inputOf(answers) });
      files.current = [];
      setState({ step: 'done', names, reply });
      onImported();
    } catch (error) {
      const problem = sentenceOf(
        error,
        'We don’t know whether the import finished. Check the earlier imports below before you try again.',
      );
      setState({ step: 'preview', names, reply: preview, problem });
      onImported();
    }
  }

  function startOver() {
    files.current = [];
    setState({ step: 'choose', problem: null });
  }

  return { state, choose, run, startOver };
}

function inputOf(answers: WhoIsWho) {
  const said = [...answers];
  return {
    samePeople: said.flatMap(([id, is]) => (is === 'other' ? [] : [{ id, is }])),
    otherPeople: said.flatMap(([id, is]) => (is === 'other' ? [id] : [])),
  };
}

function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof AppError ? wholeSentence(error) : otherwise;
}
